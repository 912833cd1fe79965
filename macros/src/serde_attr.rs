//! What `#[serde(...)]` says about the name of a field in the arguments. Mistakes in it are serde's to report.

use proc_macro2::TokenTree;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, LitStr, Token};

/// `#[serde(...)]` of a field.
#[derive(Default)]
pub(crate) struct FieldSerde {
    pub(crate) rename: Option<String>,
    /// Never in the arguments.
    pub(crate) skipped: bool,
    /// Its members stand in its place.
    pub(crate) flattened: bool,
    /// Written by a function, whatever its type is.
    pub(crate) by_function: bool,
}

impl FieldSerde {
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let mut read = Self::default();
        for_each(attrs, |meta| {
            if meta.path.is_ident("rename") {
                read.rename = for_serialize(meta)?.or(read.rename.take());
                return Ok(());
            }
            read.skipped |= meta.path.is_ident("skip") || meta.path.is_ident("skip_serializing");
            read.flattened |= meta.path.is_ident("flatten");
            read.by_function |= meta.path.is_ident("with") || meta.path.is_ident("serialize_with");
            skip(meta)
        });
        read
    }
}

/// `#[serde(...)]` of the struct.
#[derive(Default)]
pub(crate) struct StructSerde {
    rename_all: Option<String>,
    /// The struct is written as another type, or its field is written in its place.
    pub(crate) replaced: bool,
}

impl StructSerde {
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let mut read = Self::default();
        for_each(attrs, |meta| {
            if meta.path.is_ident("rename_all") {
                read.rename_all = for_serialize(meta)?.or(read.rename_all.take());
                return Ok(());
            }
            read.replaced |= meta.path.is_ident("into") || meta.path.is_ident("transparent");
            skip(meta)
        });
        read
    }

    /// The name of a field in the arguments. `None` where `rename_all` has a rule that is not serde's.
    pub(crate) fn name(&self, field: &str, serde: &FieldSerde) -> Option<String> {
        if let Some(name) = &serde.rename {
            return Some(name.clone());
        }
        match &self.rename_all {
            None => Some(field.to_owned()),
            Some(rule) => apply(rule, field),
        }
    }
}

fn for_each(attrs: &[Attribute], mut visit: impl FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        // serde reports what cannot be read.
        attr.parse_nested_meta(|meta| visit(&meta)).unwrap_or_default();
    }
}

/// The text of `name = "text"` or `name(serialize = "text", ...)`.
fn for_serialize(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<String>> {
    if meta.input.peek(Token![=]) {
        return Ok(Some(meta.value()?.parse::<LitStr>()?.value()));
    }
    let mut found = None;
    meta.parse_nested_meta(|inner| {
        let is_serialize = inner.path.is_ident("serialize");
        let text = inner.value()?.parse::<LitStr>()?.value();
        if is_serialize {
            found = Some(text);
        }
        Ok(())
    })?;
    Ok(found)
}

fn skip(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        meta.input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// serde's rules for the fields of a struct: they start from `snake_case`.
fn apply(rule: &str, field: &str) -> Option<String> {
    let pascal = || {
        let mut name = String::new();
        let mut capital = true;
        for char in field.chars() {
            if char == '_' {
                capital = true;
            } else {
                name.push(if capital { char.to_ascii_uppercase() } else { char });
                capital = false;
            }
        }
        name
    };
    Some(match rule {
        "lowercase" | "snake_case" => field.to_owned(),
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_ascii_uppercase(),
        "PascalCase" => pascal(),
        "camelCase" => {
            let pascal = pascal();
            let mut chars = pascal.chars();
            chars.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(chars).collect()
        }
        "kebab-case" => field.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => field.to_ascii_uppercase().replace('_', "-"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn name(all: &[Attribute], field: &[Attribute]) -> Option<String> {
        StructSerde::read(all).name("data_center", &FieldSerde::read(field))
    }

    #[test]
    fn names_are_those_that_serde_writes() {
        assert_eq!(name(&[], &[]).as_deref(), Some("data_center"));
        for (rule, expected) in [
            ("lowercase", "data_center"),
            ("UPPERCASE", "DATA_CENTER"),
            ("PascalCase", "DataCenter"),
            ("camelCase", "dataCenter"),
            ("snake_case", "data_center"),
            ("SCREAMING_SNAKE_CASE", "DATA_CENTER"),
            ("kebab-case", "data-center"),
            ("SCREAMING-KEBAB-CASE", "DATA-CENTER"),
        ] {
            assert_eq!(name(&[parse_quote!(#[serde(rename_all = #rule)])], &[]).as_deref(), Some(expected));
            assert_eq!(
                name(&[parse_quote!(#[serde(default, rename_all(serialize = #rule, deserialize = "x"))])], &[])
                    .as_deref(),
                Some(expected)
            );
        }
        assert_eq!(name(&[parse_quote!(#[serde(rename_all = "odd")])], &[]), None);
    }

    #[test]
    fn a_rename_of_the_field_wins() {
        let all = [parse_quote!(#[serde(rename_all = "camelCase")])];
        let skip_if: Attribute = parse_quote!(#[serde(skip_serializing_if = "Option::is_none", rename = "dc")]);
        assert_eq!(name(&all, &[skip_if]).as_deref(), Some("dc"));
        let only_read: Attribute = parse_quote!(#[serde(rename(deserialize = "dc"))]);
        assert_eq!(name(&all, &[only_read]).as_deref(), Some("dataCenter"));
    }

    #[test]
    fn a_struct_that_is_written_as_another_type_is_replaced() {
        let replaced = |attr: Attribute| StructSerde::read(&[attr]).replaced;
        assert!(replaced(parse_quote!(#[serde(into = "Other")])));
        assert!(replaced(parse_quote!(#[serde(transparent)])));
        assert!(replaced(parse_quote!(#[serde(into = "Other", rename_all = "camelCase", deny_unknown_fields)])));
        assert!(!replaced(parse_quote!(#[serde(rename_all = "camelCase", deny_unknown_fields)])));
    }

    #[test]
    fn other_options_are_skipped() {
        let field = FieldSerde::read(&[parse_quote!(#[serde(bound(serialize = "T: X"), with = "a::b", flatten)])]);
        assert!(field.by_function && field.flattened && !field.skipped);
    }
}
