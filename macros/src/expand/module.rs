//! The module of inputs: a struct per form, an enum per select, and `Input`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::ast::{Asked, AskedKind, Call, Module};
use crate::expand::{choices, form};

/// The whole module, with the visibility of the struct.
pub(crate) fn module(call: &Call<'_>, module: &Module) -> TokenStream {
    let private = {
        let krate = &call.krate;
        quote!(#krate::__private)
    };
    let docs = format!("What the server may ask for before it answers `{}`.", call.input.ident);
    let vis = &call.input.vis;
    let name = &module.ident;
    let forms = module.inputs.iter().filter_map(|asked| match &asked.kind {
        AskedKind::Form(asked) => Some((asked, &asked.selects)),
        _ => None,
    });
    let forms = forms.map(|(asked, selects)| {
        let selects = selects.iter().map(|select| choices::select(&private, select));
        let form = form::form(&private, asked);
        quote!(#form #(#selects)*)
    });
    let input = input(&private, module);
    quote! {
        #[doc = #docs]
        #[allow(dead_code, unreachable_pub, reason = "a program need not use all that its server may ask for")]
        #[allow(clippy::approx_constant, clippy::too_many_arguments, reason = "the server's schema says so")]
        #vis mod #name {
            #(#forms)*
            #input
        }
    }
}

fn input(private: &TokenStream, module: &Module) -> TokenStream {
    let variants = module.inputs.iter().map(|asked| {
        let Asked { variant, docs, .. } = asked;
        let handle = handle(private, asked);
        quote!(#[doc = #docs] #variant(#handle))
    });
    let keys = module.inputs.iter().map(|asked| {
        let variant = &asked.variant;
        quote!(Self::#variant(ref input) => input.key())
    });
    let arms = module.inputs.iter().map(|asked| {
        let Asked { key, variant, .. } = asked;
        let kind = kind(asked);
        quote!(#key => #private::#kind::read(request).map(Self::#variant))
    });
    quote! {
        /// One of the inputs, by its key.
        #[must_use = "an input waits for its response"]
        pub enum Input {
            #(#variants,)*
        }

        impl Input {
            /// The key under which the server asked.
            #[must_use]
            pub fn key(&self) -> &::core::primitive::str {
                match *self {
                    #(#keys,)*
                }
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for Input {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple("Input").field(&self.key()).finish()
            }
        }

        #[automatically_derived]
        impl #private::Input for Input {
            fn read(request: #private::InputRequest) -> ::core::result::Result<Self, #private::InputError> {
                match request.key() {
                    #(#arms,)*
                    _ => ::core::result::Result::Err(request.unknown_key()),
                }
            }
        }
    }
}

fn handle(private: &TokenStream, asked: &Asked) -> TokenStream {
    let kind = kind(asked);
    let of = if let AskedKind::Form(form) = &asked.kind { form.ident.to_token_stream() } else { quote!(Self) };
    quote!(#private::#kind<#of>)
}

fn kind(asked: &Asked) -> TokenStream {
    match asked.kind {
        AskedKind::Form(_) => quote!(Form),
        AskedKind::Url => quote!(Url),
        AskedKind::Sampling { .. } => quote!(Sampling),
        AskedKind::Roots => quote!(Roots),
    }
}
