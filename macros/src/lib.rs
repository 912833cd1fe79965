//! Derive macro of [`mrtr`](https://docs.rs/mrtr): typed calls and typed inputs from the input requests of a server.
//!
//! Use it through `mrtr`, which re-exports it and documents it.

mod ast;
mod attr;
mod check;
mod ctxt;
mod derive;
mod docs;
mod expand;
mod fallback;
mod ident;
mod serde_attr;
mod source;

use std::path::Path;

/// Makes a struct a call, and the input requests that were captured from its server the inputs of it.
#[proc_macro_derive(Call, attributes(mcp))]
pub fn derive_call(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR");
    derive::derive(input.into(), folder.as_deref().map(Path::new)).into()
}
