//! `#[mcp(...)]` on the struct and on its fields.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, LitStr, Token, Type};

use crate::ctxt::Ctxt;

/// The options of the struct.
#[derive(Default)]
pub(crate) struct StructAttr {
    pub(crate) target: Option<Target>,
    pub(crate) inputs: Vec<InputsAttr>,
    pub(crate) krate: Option<TokenStream>,
    pub(crate) module: Option<Ident>,
    pub(crate) output: Option<Type>,
}

/// What is called.
pub(crate) enum Target {
    Tool(LitStr),
    Prompt(LitStr),
    Resource { uri: Option<LitStr>, span: Span },
}

/// Where the input requests are.
pub(crate) enum InputsAttr {
    File(LitStr),
    Json(LitStr),
}

impl InputsAttr {
    pub(crate) fn literal(&self) -> &LitStr {
        match self {
            Self::File(literal) | Self::Json(literal) => literal,
        }
    }
}

const STRUCT_OPTIONS: &str = "`tool`, `prompt`, `resource`, `inputs`, `inputs_json`, `output`, `module` or `crate`";

impl StructAttr {
    pub(crate) fn read(ctxt: &mut Ctxt, ident: &Ident, attrs: &[Attribute]) -> Self {
        let mut read = Self::default();
        let mut targets = Vec::new();
        let mut any = false;
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("mcp")) {
            any = true;
            options(ctxt, attr, |ctxt, name, input| {
                match name.to_string().as_str() {
                    "tool" => targets.push((name.span(), Target::Tool(non_empty(ctxt, string(name, input)?)))),
                    "prompt" => targets.push((name.span(), Target::Prompt(non_empty(ctxt, string(name, input)?)))),
                    "resource" => {
                        let uri =
                            if input.peek(Token![=]) { Some(non_empty(ctxt, string(name, input)?)) } else { None };
                        targets.push((name.span(), Target::Resource { uri, span: name.span() }));
                    }
                    "inputs" => read.inputs.push(InputsAttr::File(string(name, input)?)),
                    "inputs_json" => read.inputs.push(InputsAttr::Json(string(name, input)?)),
                    "output" => {
                        equals(name, input)?;
                        let output = input.parse()?;
                        once(ctxt, name, read.output.replace(output).is_some());
                    }
                    "module" => {
                        equals(name, input)?;
                        let module = input.parse()?;
                        once(ctxt, name, read.module.replace(module).is_some());
                    }
                    "crate" => {
                        let path = crate_path(name, input)?;
                        once(ctxt, name, read.krate.replace(path).is_some());
                    }
                    other => {
                        ctxt.error(name.span(), format_args!("found option `{other}`, expected {STRUCT_OPTIONS}"));
                        skip(input)?;
                    }
                }
                Ok(())
            });
        }
        let mut targets = targets.into_iter();
        read.target = targets.next().map(|(_, target)| target);
        for (span, _) in targets {
            ctxt.error(span, "found a second target, expected one of `tool`, `prompt` and `resource`; remove one");
        }
        if read.target.is_none() && !ctxt.has_errors() {
            let found = if any { "found no target" } else { "found no `#[mcp(...)]`" };
            ctxt.error(
                ident.span(),
                format_args!(
                    "{found}, expected what is called; add `#[mcp(tool = \"name\")]`, `#[mcp(prompt = \"name\")]` or \
                     `#[mcp(resource = \"uri\")]`"
                ),
            );
        }
        read
    }
}

/// The name of the header of a field with `#[mcp(header = "Name")]`.
pub(crate) fn header(ctxt: &mut Ctxt, attrs: &[Attribute]) -> Option<LitStr> {
    let mut header = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("mcp")) {
        options(ctxt, attr, |ctxt, name, input| {
            if name == "header" {
                let value = string(name, input)?;
                once(ctxt, name, header.replace(value).is_some());
            } else {
                ctxt.error(name.span(), format_args!("found option `{name}` on a field, expected `header`"));
                skip(input)?;
            }
            Ok(())
        });
    }
    header
}

/// Visits the options of one attribute. After a mistake it goes on behind the next comma.
fn options(
    ctxt: &mut Ctxt,
    attr: &Attribute,
    mut visit: impl FnMut(&mut Ctxt, &Ident, ParseStream<'_>) -> syn::Result<()>,
) {
    let tokens = match &attr.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        other => {
            ctxt.error_at(other, "found no list, expected `#[mcp(...)]`");
            return;
        }
    };
    let parser = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let outcome = input.call(Ident::parse_any).and_then(|name| visit(ctxt, &name, input));
            match outcome {
                Err(error) => {
                    ctxt.syntax(error);
                    skip(input)?;
                }
                Ok(()) if !input.is_empty() && !input.peek(Token![,]) => {
                    ctxt.syntax(input.error("expected `,`"));
                    skip(input)?;
                }
                Ok(()) => {}
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    };
    if let Err(error) = parser.parse2(tokens) {
        ctxt.syntax(error);
    }
}

/// Skips to the next comma.
fn skip(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

fn once(ctxt: &mut Ctxt, name: &Ident, repeated: bool) {
    if repeated {
        ctxt.error(name.span(), format_args!("found `{name}` twice, expected it once; remove one"));
    }
}

fn non_empty(ctxt: &mut Ctxt, literal: LitStr) -> LitStr {
    if literal.value().is_empty() {
        ctxt.error(literal.span(), "found an empty text, expected the name or URI that the server knows");
    }
    literal
}

/// The `=` behind an option, with something behind it.
fn equals(name: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
    let found = input.parse::<Option<Token![=]>>()?;
    if found.is_none() || input.is_empty() || input.peek(Token![,]) {
        let message = format!("found `{name}` without a value, expected `{name} = ...`");
        return Err(syn::Error::new(name.span(), message));
    }
    Ok(())
}

fn string(name: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    equals(name, input)?;
    if input.peek(LitStr) {
        return input.parse();
    }
    let mut found = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?.to_tokens(&mut found);
    }
    Err(syn::Error::new_spanned(
        &found,
        "expected a string literal; a macro call is not expanded here, so write its text out (or name a file: \
         `inputs = \"...\"`)",
    ))
}

/// A path to the crate: `::a::b`, `crate::b`, or one that starts with the name of a crate.
fn crate_path(name: &Ident, input: ParseStream<'_>) -> syn::Result<TokenStream> {
    equals(name, input)?;
    let path = input.call(syn::Path::parse_mod_style)?;
    let first = path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
    if path.leading_colon.is_none() && matches!(first.as_str(), "self" | "super" | "Self") {
        return Err(syn::Error::new_spanned(
            &path,
            format_args!(
                "found a path that starts with `{first}`, expected one that starts with `::`, `crate` or the name of a \
                 crate; the path is used inside a module as well"
            ),
        ));
    }
    let is_absolute = path.leading_colon.is_some() || matches!(first.as_str(), "crate" | "$crate");
    let mut tokens = TokenStream::new();
    if !is_absolute {
        <Token![::]>::default().to_tokens(&mut tokens);
    }
    path.to_tokens(&mut tokens);
    Ok(tokens)
}
