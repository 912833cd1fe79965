//! What stands in for a call that has mistakes, so that one mistake gives one error.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::ast::Call;
use crate::attr::Target;
use crate::expand;

/// Implementations that compile, whatever is wrong with the struct and its attributes.
pub(crate) fn call(call: &Call<'_>) -> TokenStream {
    let krate = &call.krate;
    let private = quote!(#krate::__private);
    let module = call.module.as_ref().map(|module| expand::module(call, module));
    let files = expand::files(call);
    let input = expand::input_type(call);
    // A call whose target is not known counts as a tool call.
    let (method, output) = match &call.target {
        Some(Target::Prompt(_)) => (quote!(GetPrompt), quote!(GetPromptResult)),
        Some(Target::Resource { .. }) => (quote!(ReadResource), quote!(ReadResourceResult)),
        Some(Target::Tool(_)) | None => (quote!(CallTool), quote!(CallToolResult)),
    };
    let output = call.output.as_ref().map_or_else(|| quote!(#private::#output), ToTokens::to_token_stream);
    let ident = &call.input.ident;
    let (impl_generics, type_generics, where_clause) = call.input.generics.split_for_impl();
    quote! {
        #module

        const _: () = {
            #files

            #[automatically_derived]
            impl #impl_generics #private::Call for #ident #type_generics #where_clause {
                const METHOD: #private::Method = #private::Method::#method;
                type Input = #input;
                type Output = #output;

                fn target(&self) -> &::core::primitive::str {
                    ""
                }

                fn arguments(&self) -> ::core::result::Result<#private::Arguments, #private::CaptureError> {
                    ::core::result::Result::Ok(#private::Arguments::none())
                }
            }

            #[automatically_derived]
            impl #impl_generics #private::TypedCall for #ident #type_generics #where_clause {
                const INPUTS: &'static [&'static [#private::CompiledInput]] = &[];
            }
        };
    }
}
