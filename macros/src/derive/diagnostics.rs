//! The programs of `tests/ui` that must not compile, expanded here: what the derive reports, and where, is what the
//! compiler shows of it.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;

use super::derive;

/// An error and where it points to.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Diagnostic {
    line: usize,
    /// From 1, in characters, as the compiler counts.
    column: usize,
    message: String,
}

/// What the derive reports of every call of a program.
fn reported(program: &str) -> Vec<Diagnostic> {
    let file: syn::File = syn::parse_str(program).unwrap();
    let mut reported: Vec<_> = file.items.into_iter().filter_map(without_derives).flat_map(errors).collect();
    reported.sort();
    reported
}

/// The item as its derive macro sees it, where it derives `Call`.
fn without_derives(mut item: syn::Item) -> Option<syn::Item> {
    let attributes = match &mut item {
        syn::Item::Struct(item) => &mut item.attrs,
        syn::Item::Enum(item) => &mut item.attrs,
        syn::Item::Union(item) => &mut item.attrs,
        _ => return None,
    };
    let all = attributes.len();
    attributes.retain(|attribute| !attribute.path().is_ident("derive"));
    (attributes.len() < all).then_some(item)
}

fn errors(item: syn::Item) -> Vec<Diagnostic> {
    let expanded: syn::File = syn::parse2(derive(item.into_token_stream(), None)).unwrap();
    let errors = expanded.items.into_iter().filter_map(|item| match item {
        syn::Item::Macro(item) if item.mac.path.segments.last()?.ident == "compile_error" => Some(item.mac),
        _ => None,
    });
    errors.map(|error| diagnostic(error.path.span(), &error.tokens)).collect()
}

fn diagnostic(span: Span, message: &proc_macro2::TokenStream) -> Diagnostic {
    let message = syn::parse2::<syn::LitStr>(message.clone()).unwrap().value();
    let start = span.start();
    Diagnostic { line: start.line, column: start.column + 1, message }
}

/// The errors without a code in what the compiler printed: those are of macros.
fn printed(text: &str) -> Vec<Diagnostic> {
    let mut printed = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("error: ") {
        let (message, after) = after.split_once(" --> ").unwrap();
        let (place, after) = after.split_once('\n').unwrap();
        let mut place = place.rsplit(':').map(|number| number.trim().parse::<usize>());
        let (column, line) = (place.next().unwrap().unwrap(), place.next().unwrap().unwrap());
        printed.push(Diagnostic { line, column, message: joined(message) });
        rest = after;
    }
    printed.sort();
    printed
}

/// The compiler indents the further lines of a message.
fn joined(message: &str) -> String {
    let lines: Vec<&str> = message.trim_end().lines().map(str::trim_start).collect();
    lines.join("\n")
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    files
}

fn check(folder: &str) {
    let mut found = 0;
    for file in programs(folder) {
        let reported = reported(&fs::read_to_string(&file).unwrap());
        let printed = printed(&fs::read_to_string(file.with_extension("stderr")).unwrap());
        assert_eq!(reported, printed, "{}", file.display());
        found += reported.len();
    }
    assert!(found > 10, "{found} errors in {folder}");
}

#[test]
fn mistakes_around_a_call_are_reported_where_they_stand() {
    check("derive");
}

#[test]
fn mistakes_in_a_capture_are_reported_where_they_stand() {
    check("schema");
}
