//! The generated code: the implementation of `Call` here, the module of inputs in `module`.

mod choices;
mod form;
mod module;

pub(crate) use module::module;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Fields, parse_quote};

use crate::ast::{AskedKind, Call, Module};
use crate::attr::Target;
use crate::check::wire_name;

/// The module of inputs and the implementations for the struct.
pub(crate) fn call(call: &Call<'_>, target: &Target) -> TokenStream {
    let krate = &call.krate;
    let private = quote!(#krate::__private);
    let module = call.module.as_ref().map(|module| module::module(call, module));

    let method = match target {
        Target::Tool(_) => quote!(CallTool),
        Target::Prompt(_) => quote!(GetPrompt),
        Target::Resource { .. } => quote!(ReadResource),
    };
    let capabilities = capabilities(call.module.as_ref());
    let input = input_type(call);
    let output = match (&call.output, target) {
        (Some(output), _) => quote!(#output),
        (None, Target::Tool(_)) => quote!(#private::CallToolResult),
        (None, Target::Prompt(_)) => quote!(#private::GetPromptResult),
        (None, Target::Resource { .. }) => quote!(#private::ReadResourceResult),
    };
    let name = target_text(call, target);
    let constant_name = match target {
        Target::Resource { uri: None, .. } => None,
        _ => Some(quote! {
            const NAME: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(#name);
        }),
    };
    let arguments = arguments(call, target);
    let headers = headers(call);
    let inputs = inputs(call);
    let files = files(call);

    let ident = &call.input.ident;
    let generics = generics(call, target);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    quote! {
        #module

        const _: () = {
            #files

            #[automatically_derived]
            impl #impl_generics #private::Call for #ident #type_generics #where_clause {
                const METHOD: #private::Method = #private::Method::#method;
                const CAPABILITIES: ::core::option::Option<#private::Capabilities> =
                    ::core::option::Option::Some(#private::Capabilities::NONE #capabilities);
                #constant_name
                type Input = #input;
                type Output = #output;

                fn target(&self) -> &::core::primitive::str {
                    #name
                }

                fn arguments(&self) -> ::core::result::Result<#private::Arguments, #private::CaptureError> {
                    #arguments
                }

                #headers
            }

            #[automatically_derived]
            impl #impl_generics #private::TypedCall for #ident #type_generics #where_clause {
                const INPUTS: &'static [&'static [#private::CompiledInput]] = &[#(&[#inputs]),*];
            }
        };
    }
}

/// The files of inputs, included so that an edit rebuilds.
pub(crate) fn files(call: &Call<'_>) -> TokenStream {
    let files = call.module.iter().flat_map(|module| &module.files);
    quote!(#(const _: &[::core::primitive::u8] = ::core::include_bytes!(#files);)*)
}

/// The type of the inputs: that of the module, or the one without values.
pub(crate) fn input_type(call: &Call<'_>) -> TokenStream {
    let krate = &call.krate;
    let module = call.module.as_ref().map(|module| &module.ident);
    module.map_or_else(|| quote!(#krate::__private::NoInput), |module| quote!(#module::Input))
}

/// What the inputs need to be answered, as calls behind `Capabilities::NONE`.
fn capabilities(module: Option<&Module>) -> TokenStream {
    let [mut form, mut url, mut sampling, mut with_tools, mut with_context, mut roots] = [false; 6];
    for asked in module.iter().flat_map(|module| &module.inputs) {
        match asked.kind {
            AskedKind::Form(_) => form = true,
            AskedKind::Url => url = true,
            AskedKind::Sampling { tools, context } => {
                sampling = true;
                with_tools |= tools;
                with_context |= context;
            }
            AskedKind::Roots => roots = true,
        }
    }
    [
        (form, quote!(.with_form())),
        (url, quote!(.with_url())),
        (sampling, quote!(.with_sampling())),
        (with_tools, quote!(.with_sampling_tools())),
        (with_context, quote!(.with_sampling_context())),
        (roots, quote!(.with_roots())),
    ]
    .into_iter()
    .filter_map(|(needed, with)| needed.then_some(with))
    .collect()
}

fn target_text(call: &Call<'_>, target: &Target) -> TokenStream {
    match target {
        Target::Tool(name) | Target::Prompt(name) | Target::Resource { uri: Some(name), .. } => quote!(#name),
        Target::Resource { uri: None, .. } => {
            let uri = call.fields.iter().find(|field| field.syntax.ident.as_ref().is_some_and(|name| name == "uri"));
            let span = uri.map_or_else(Span::mixed_site, |uri| uri.syntax.ty.span());
            quote_spanned!(span=> ::core::convert::AsRef::<::core::primitive::str>::as_ref(&self.uri))
        }
    }
}

fn arguments(call: &Call<'_>, target: &Target) -> TokenStream {
    let krate = &call.krate;
    let private = quote!(#krate::__private);
    // A struct without fields needs no serde. One with fields reports a missing `Serialize` at its name.
    let fieldless = call.fields.is_empty();
    // Where the name came through a macro, `self` is still that of the method.
    let this = quote_spanned!(Span::call_site().located_at(call.input.ident.span())=> self);
    match target {
        Target::Resource { .. } => quote!(::core::result::Result::Ok(#private::Arguments::none())),
        Target::Tool(_) | Target::Prompt(_) if fieldless => quote! {
            use #private::{ArgumentsOfNothing as _, ArgumentsOfSerialize as _};
            (&#private::Fieldless::of(self)).__mrtr_arguments()
        },
        Target::Tool(_) => quote!(#private::Arguments::serialize(#this)),
        Target::Prompt(_) => {
            let checked = call.fields.iter().filter(|field| {
                !field.serde.skipped && !field.serde.flattened && !field.serde.by_function && !call.serde.replaced
            });
            let checks = checked.filter(|field| field.syntax.ident.is_some()).map(|field| {
                let ty = &field.syntax.ty;
                quote_spanned!(ty.span()=> #private::prompt_argument::<#ty>();)
            });
            quote! {
                #(#checks)*
                #private::prompt_arguments(#this)
            }
        }
    }
}

fn headers(call: &Call<'_>) -> Option<TokenStream> {
    let krate = &call.krate;
    let private = quote!(#krate::__private);
    let mut checks = Vec::new();
    let mut params = Vec::new();
    for field in &call.fields {
        let (Some(header), Some(name)) = (&field.header, wire_name(call, field)) else { continue };
        let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        let ty = &field.syntax.ty;
        if !field.serde.by_function {
            checks.push(quote_spanned!(ty.span()=> #private::header_value::<#ty>();));
        }
        params.push(quote!(#private::HeaderParam::new(#pointer, #header)));
    }
    if params.is_empty() {
        return None;
    }
    Some(quote! {
        fn headers(&self) -> #private::Cow<'_, [#private::HeaderParam]> {
            const HEADERS: &[#private::HeaderParam] = &[#(#params),*];
            #(#checks)*
            #private::Cow::Borrowed(HEADERS)
        }
    })
}

/// The compiled inputs of each text.
fn inputs(call: &Call<'_>) -> Vec<TokenStream> {
    let krate = &call.krate;
    let private = quote!(#krate::__private);
    let Some(module) = &call.module else { return Vec::new() };
    let name = &module.ident;
    let compiled = |position: &usize| {
        let asked = module.inputs.get(*position)?;
        let key = &asked.key;
        Some(match &asked.kind {
            AskedKind::Form(form) => {
                let form = &form.ident;
                quote!(#private::CompiledInput::form(#key, <#name::#form as #private::FormType>::SCHEMA),)
            }
            AskedKind::Url => quote!(#private::CompiledInput::url(#key),),
            AskedKind::Sampling { .. } => quote!(#private::CompiledInput::sampling(#key),),
            AskedKind::Roots => quote!(#private::CompiledInput::roots(#key),),
        })
    };
    module.rounds.iter().map(|round| round.iter().filter_map(compiled).collect()).collect()
}

/// The struct's own generics; one with type parameters must serialise as a whole.
fn generics(call: &Call<'_>, target: &Target) -> syn::Generics {
    let mut generics = call.input.generics.clone();
    let has_arguments = !matches!(target, Target::Resource { .. });
    let has_fields = matches!(&call.input.data, syn::Data::Struct(data) if !matches!(data.fields, Fields::Unit));
    if generics.type_params().next().is_some() && has_arguments && has_fields {
        let krate = &call.krate;
        let ident = &call.input.ident;
        let (_, type_generics, _) = call.input.generics.split_for_impl();
        let predicate: syn::WherePredicate = parse_quote!(#ident #type_generics: #krate::__private::Serialize);
        generics.make_where_clause().predicates.push(predicate);
    }
    generics
}
