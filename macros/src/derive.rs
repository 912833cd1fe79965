//! From the tokens of the struct to the generated code, without a compiler around it.

use std::path::Path;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::ast::Call;
use crate::check::check;
use crate::ctxt::Ctxt;
use crate::{expand, fallback};

/// Expands the derive. `folder` is where the paths of files start from.
pub(crate) fn derive(input: TokenStream, folder: Option<&Path>) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut ctxt = Ctxt::default();
    let call = Call::read(&mut ctxt, &input, folder);
    check(&mut ctxt, &call);
    match &call.target {
        Some(target) if !ctxt.has_errors() => expand::call(&call, target),
        _ => {
            let mut tokens = ctxt.into_tokens();
            tokens.extend(fallback::call(&call));
            tokens
        }
    }
}
