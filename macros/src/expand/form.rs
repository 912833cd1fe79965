//! A form: a struct with a field per property.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Content, Form, FormField};

/// The struct and what it can do.
pub(crate) fn form(private: &TokenStream, form: &Form) -> TokenStream {
    let Form { ident, docs, schema, fields, .. } = form;
    let name = ident.to_string();
    let body = if fields.is_empty() {
        quote!(;)
    } else {
        let fields = fields.iter().map(|field| {
            let FormField { ident, docs, .. } = field;
            let ty = field_type(private, form, field);
            quote!(#[doc = #docs] pub #ident: #ty)
        });
        quote!({ #(#fields,)* })
    };
    let prefilled = prefilled(private, form);
    let writes = fields.iter().map(|field| write(private, form, field));
    quote! {
        #[doc = #docs]
        #[::core::prelude::v1::derive(::core::clone::Clone)]
        pub struct #ident #body

        #prefilled

        #[automatically_derived]
        impl ::core::fmt::Debug for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(#name).finish_non_exhaustive()
            }
        }

        #[automatically_derived]
        impl #private::FormType for #ident {
            type Input = Input;
            const SCHEMA: &'static ::core::primitive::str = #schema;

            fn compiled() -> ::core::option::Option<#private::Arc<#private::FormSchema>> {
                static COMPILED: #private::SchemaCell = #private::SchemaCell::new(<#ident as #private::FormType>::SCHEMA);
                COMPILED.get()
            }

            fn write(&self, content: &mut #private::FormContent) {
                #(#writes)*
            }
        }
    }
}

/// The form as the server fills it in beforehand. What is required and has no default is asked for.
fn prefilled(private: &TokenStream, form: &Form) -> Option<TokenStream> {
    if form.fields.iter().all(|field| field.default.is_none()) {
        return None;
    }
    let ident = &form.ident;
    let needed = form.fields.iter().filter(|field| field.required && field.default.is_none());
    let parameters = needed.map(|field| {
        let name = &field.ident;
        let ty = content_type(private, form, field.content);
        quote!(#name: #ty)
    });
    let values = form.fields.iter().map(|field| {
        let name = &field.ident;
        match (&field.default, field.required) {
            (Some(default), true) => quote!(#name: #default),
            (Some(default), false) => quote!(#name: ::core::option::Option::Some(#default)),
            (None, true) => quote!(#name),
            (None, false) => quote!(#name: ::core::option::Option::None),
        }
    });
    Some(quote! {
        impl #ident {
            /// The form filled in with the defaults of the schema that it was compiled from, and with what is required
            /// and has no default. What is optional and has no default is left out.
            #[must_use]
            pub fn prefilled(#(#parameters),*) -> Self {
                Self { #(#values,)* }
            }
        }
    })
}

fn field_type(private: &TokenStream, form: &Form, field: &FormField) -> TokenStream {
    let ty = content_type(private, form, field.content);
    if field.required { ty } else { quote!(::core::option::Option<#ty>) }
}

fn content_type(private: &TokenStream, form: &Form, content: Content) -> TokenStream {
    let select = |at: usize| form.selects.get(at).map(|select| &select.ident);
    match content {
        Content::String => quote!(#private::String),
        Content::Integer => quote!(::core::primitive::i64),
        Content::Number => quote!(::core::primitive::f64),
        Content::Boolean => quote!(::core::primitive::bool),
        Content::One(at) => {
            let select = select(at);
            quote!(#select)
        }
        Content::Several(at) => {
            let select = select(at);
            quote!(#private::Vec<#select>)
        }
    }
}

fn write(private: &TokenStream, form: &Form, field: &FormField) -> TokenStream {
    let FormField { key, ident, required, content, .. } = field;
    let method = match content {
        Content::String | Content::One(_) => quote!(string),
        Content::Integer => quote!(integer),
        Content::Number => quote!(number),
        Content::Boolean => quote!(boolean),
        Content::Several(_) => quote!(strings),
    };
    let value = |place: TokenStream, is_reference: bool| match content {
        Content::String if is_reference => quote!(#place),
        Content::String => quote!(&#place),
        Content::Integer | Content::Number | Content::Boolean if is_reference => quote!(*#place),
        Content::Integer | Content::Number | Content::Boolean => quote!(#place),
        Content::One(_) => quote!(#place.as_str()),
        Content::Several(at) => {
            let select = form.selects.get(*at).map(|select| &select.ident);
            let place = if is_reference { place } else { quote!(&#place) };
            quote!(#private::texts(#place, #select::as_str))
        }
    };
    if *required {
        let value = value(quote!(self.#ident), false);
        quote!(content.#method(#key, #value);)
    } else {
        let value = value(quote!(value), true);
        quote! {
            if let ::core::option::Option::Some(value) = &self.#ident {
                content.#method(#key, #value);
            }
        }
    }
}
