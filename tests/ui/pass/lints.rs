//! A program that denies every lint of rustc that generated code could set off.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_qualifications,
    unused,
    unreachable_pub,
    nonstandard_style,
    future_incompatible,
    keyword_idents,
    let_underscore_drop,
    non_ascii_idents,
    rust_2018_idioms,
    trivial_casts,
    trivial_numeric_casts,
    unnameable_types,
    unused_crate_dependencies,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_results,
    variant_size_differences,
    explicit_outlives_requirements,
    elided_lifetimes_in_paths,
    single_use_lifetimes
)]
#![forbid(unsafe_code)]
#![allow(unused_crate_dependencies, reason = "the test package has more dependencies than this file uses")]

mod api {
    /// A call of which nothing is used.
    #[derive(Debug, serde::Serialize, mrtr::Call)]
    #[mcp(tool = "t", inputs_json = r#"{
        "f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {
            "größe": {"type": "string", "enum": ["a-b", "a_b", "ä"], "default": "ä"},
            "b": {"type": "array", "items": {"type": "string", "enum": ["x"]}},
            "c": {"type": "string"}, "C": {"type": "integer"}, "e": {"type": "number"}, "g": {"type": "boolean"}}}}},
        "u": {"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": "https://a.test/"}},
        "s": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}},
        "r": {"method": "roots/list"}
    }"#)]
    pub struct Public<'a> {
        #[mcp(header = "Region")]
        /// The region.
        pub region: &'a str,
    }
}

pub use api::Public;
pub use api::public;

#[derive(mrtr::Call)]
#[mcp(resource, inputs_json = r#"{"r": {"method": "roots/list"}}"#)]
struct Private {
    uri: String,
}

fn main() {
    drop(Private { uri: String::new() });
}
