//! The choices of a property: an enum whose texts are looked up in tables, so that thousands of choices compile fast.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Select, Variant};

/// The enum and what it can do.
pub(crate) fn select(private: &TokenStream, select: &Select) -> TokenStream {
    let Select { ident, docs, choices } = select;
    // The parent's names reach into a module that a derive generates.
    let str = quote!(::core::primitive::str);
    let name = ident.to_string();
    let variants = choices.iter().map(|Variant { ident, docs, .. }| quote!(#[doc = #docs] #ident));
    let all = choices.iter().map(|choice| &choice.ident);
    let values = choices.iter().map(|choice| &choice.value);
    let title = if choices.iter().any(|choice| choice.title.is_some()) {
        let titles = choices.iter().map(|choice| choice.title.as_ref().unwrap_or(&choice.value));
        quote! {
            const TITLES: &[&'static #str] = &[#(#titles),*];
            #private::at(TITLES, self as ::core::primitive::usize)
        }
    } else {
        quote!(self.as_str())
    };
    quote! {
        #[doc = #docs]
        #[::core::prelude::v1::derive(
            ::core::clone::Clone,
            ::core::marker::Copy,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::hash::Hash,
        )]
        pub enum #ident {
            #(#variants,)*
        }

        impl #ident {
            /// All choices, in the order of the schema.
            pub const ALL: &'static [Self] = &[#(Self::#all),*];
            const VALUES: &'static [&'static #str] = &[#(#values),*];

            /// The choice as the server knows it.
            #[must_use]
            pub fn as_str(self) -> &'static #str {
                #private::at(Self::VALUES, self as ::core::primitive::usize)
            }

            /// The choice as it is shown to a person.
            #[must_use]
            pub fn title(self) -> &'static #str {
                #title
            }
        }

        #[automatically_derived]
        impl ::core::convert::TryFrom<&#str> for #ident {
            type Error = #private::UnknownChoice;

            fn try_from(value: &#str) -> ::core::result::Result<Self, #private::UnknownChoice> {
                #private::choose(Self::ALL, Self::VALUES, value)
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple(#name).field(&self.as_str()).finish()
            }
        }
    }
}
