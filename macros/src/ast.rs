//! What is generated, named and typed: the struct as a call, and the module of its inputs.

use std::path::Path;

use mrtr_core::__private::{CapturedKind, compact};
use mrtr_core::schema::{Choices, Field, FieldKind, FormSchema};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, LitStr, Type};

use crate::attr::{self, StructAttr, Target};
use crate::ctxt::Ctxt;
use crate::docs;
use crate::ident::{Names, Style, natural};
use crate::serde_attr::{FieldSerde, StructSerde};
use crate::source::{Input, Sources};

/// The struct under the derive, and its options.
pub(crate) struct Call<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) krate: TokenStream,
    pub(crate) target: Option<Target>,
    pub(crate) output: Option<Type>,
    pub(crate) fields: Vec<CallField<'a>>,
    pub(crate) serde: StructSerde,
    /// `None` without `inputs`.
    pub(crate) module: Option<Module>,
}

/// A field of the struct.
pub(crate) struct CallField<'a> {
    pub(crate) syntax: &'a syn::Field,
    pub(crate) header: Option<LitStr>,
    pub(crate) serde: FieldSerde,
}

/// The module of generated types.
pub(crate) struct Module {
    pub(crate) ident: Ident,
    pub(crate) inputs: Vec<Asked>,
    pub(crate) rounds: Vec<Vec<usize>>,
    pub(crate) files: Vec<String>,
}

/// One input request: a variant of `Input`.
pub(crate) struct Asked {
    pub(crate) key: String,
    pub(crate) variant: Ident,
    pub(crate) docs: String,
    pub(crate) kind: AskedKind,
}

/// What a variant of `Input` holds.
pub(crate) enum AskedKind {
    Form(Form),
    Url,
    Sampling { tools: bool, context: bool },
    Roots,
}

/// A form: a struct.
pub(crate) struct Form {
    pub(crate) ident: Ident,
    pub(crate) docs: String,
    pub(crate) schema: String,
    pub(crate) fields: Vec<FormField>,
    pub(crate) selects: Vec<Select>,
}

/// A property of a form: a field of its struct.
pub(crate) struct FormField {
    pub(crate) key: String,
    pub(crate) ident: Ident,
    pub(crate) docs: String,
    pub(crate) required: bool,
    pub(crate) content: Content,
    pub(crate) default: Option<TokenStream>,
}

/// What a property holds; a select with its position in [`Form::selects`].
#[derive(Clone, Copy)]
pub(crate) enum Content {
    String,
    Integer,
    Number,
    Boolean,
    One(usize),
    Several(usize),
}

/// The choices of a property: an enum.
pub(crate) struct Select {
    pub(crate) ident: Ident,
    pub(crate) docs: String,
    pub(crate) choices: Vec<Variant>,
}

/// One choice.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) docs: String,
    pub(crate) value: String,
    pub(crate) title: Option<String>,
}

impl<'a> Call<'a> {
    /// Reads the struct, its attributes and the texts that they name. `folder` is where paths start from.
    pub(crate) fn read(ctxt: &mut Ctxt, input: &'a DeriveInput, folder: Option<&Path>) -> Self {
        let attr = StructAttr::read(ctxt, &input.ident, &input.attrs);
        let krate = attr.krate.unwrap_or_else(|| quote!(::mrtr));
        let has_inputs = !attr.inputs.is_empty();
        if let (false, Some(module)) = (has_inputs, &attr.module) {
            ctxt.error(module.span(), "found `module` without inputs, expected `inputs = \"...\"`; there is no module");
        }
        let module = has_inputs.then(|| {
            let sources = Sources::read(ctxt, &attr.inputs, folder);
            let ident = attr.module.unwrap_or_else(|| {
                let name = input.ident.unraw().to_string();
                let mut module = natural(&name, Style::Snake);
                // A name in small letters, or in a script that has no others, is its own name in snake case.
                if module == name {
                    module.push('_');
                }
                Ident::new(&module, input.ident.span())
            });
            Module::new(ident, sources)
        });
        Self {
            input,
            krate,
            target: attr.target,
            output: attr.output,
            fields: fields(ctxt, input),
            serde: StructSerde::read(&input.attrs),
            module,
        }
    }
}

fn fields<'a>(ctxt: &mut Ctxt, input: &'a DeriveInput) -> Vec<CallField<'a>> {
    let fields = match &input.data {
        Data::Struct(data) => &data.fields,
        Data::Enum(data) => {
            ctxt.error(data.enum_token.span, "found an enum, expected a struct whose fields are the arguments");
            return Vec::new();
        }
        Data::Union(data) => {
            ctxt.error(data.union_token.span, "found a union, expected a struct whose fields are the arguments");
            return Vec::new();
        }
    };
    if let (Fields::Unnamed(unnamed), true) = (fields, fields.len() != 1) {
        ctxt.error_at(unnamed, "found a tuple struct, expected named fields; arguments have names");
    }
    fields
        .iter()
        .map(|syntax| CallField {
            header: attr::header(ctxt, &syntax.attrs),
            serde: FieldSerde::read(&syntax.attrs),
            syntax,
        })
        .collect()
}

impl Module {
    fn new(ident: Ident, sources: Sources) -> Self {
        let mut types = Names::new(Style::Pascal, &["Input"]);
        let mut variants = Names::new(Style::Pascal, &[]);
        let inputs = sources.inputs.iter().map(|input| Asked::new(input, &mut types, &mut variants)).collect();
        Self { ident, inputs, rounds: sources.rounds, files: sources.files }
    }
}

impl Asked {
    fn new(input: &Input, types: &mut Names, variants: &mut Names) -> Self {
        let key = input.key.clone();
        let shown = docs::inert(&key);
        let variant = variants.give(&key);
        let (docs, kind) = match &input.kind {
            CapturedKind::Form(schema) => {
                let form = Form::new(&key, schema, types);
                (form.docs.clone(), AskedKind::Form(form))
            }
            // Of a schema with mistakes, what could be read: one mistake is no mistake of every other property.
            CapturedKind::UnreadableForm(schema) => {
                let form = Form { schema: String::new(), ..Form::new(&key, schema, types) };
                (form.docs.clone(), AskedKind::Form(form))
            }
            CapturedKind::Url => (format!("The page to open \"{shown}\"."), AskedKind::Url),
            CapturedKind::Sampling { tools, context, .. } => (
                format!("The message of the client's model \"{shown}\"."),
                AskedKind::Sampling { tools: *tools, context: *context },
            ),
            _ => (format!("The roots \"{shown}\"."), AskedKind::Roots),
        };
        Self { key, variant, docs, kind }
    }
}

impl Form {
    fn new(key: &str, schema: &FormSchema, types: &mut Names) -> Self {
        let ident = types.give(key);
        let mut docs = docs::text(schema.title(), schema.description(), &format!("The form \"{}\".", docs::inert(key)));
        for keyword in schema.unenforced() {
            docs.push_str(&unenforced(keyword));
        }
        for warning in schema.warnings() {
            docs.push_str("\n\nFound in the schema: ");
            docs.push_str(&docs::inert(&warning.to_string()));
        }
        let mut names = Names::new(Style::Snake, &[]);
        let mut selects = Vec::new();
        let fields =
            schema.fields().iter().map(|field| FormField::new(key, field, &mut names, types, &mut selects)).collect();
        Self { ident, docs, schema: compact(schema.raw()), fields, selects }
    }
}

impl FormField {
    fn new(form: &str, field: &Field, names: &mut Names, types: &mut Names, selects: &mut Vec<Select>) -> Self {
        let shown = docs::inert(field.key());
        let mut docs = docs::text(field.title(), field.description(), &format!("The property \"{shown}\"."));
        for keyword in field.unenforced() {
            docs.push_str(&unenforced(keyword));
        }
        let mut select = |choices: &Choices| {
            selects.push(Select::new(form, field, choices, types));
            selects.len() - 1
        };
        let content = match field.kind() {
            FieldKind::Integer { .. } => Content::Integer,
            FieldKind::Number { .. } => Content::Number,
            FieldKind::Boolean => Content::Boolean,
            FieldKind::SingleSelect { choices, .. } => Content::One(select(choices)),
            FieldKind::MultiSelect { choices, .. } => Content::Several(select(choices)),
            _ => Content::String,
        };
        Self {
            key: field.key().to_owned(),
            ident: names.give(field.key()),
            docs,
            required: field.is_required(),
            content,
            default: default(field, content, selects),
        }
    }
}

/// The value that the form starts with, where the schema gives one that the field's type holds.
fn default(field: &Field, content: Content, selects: &[Select]) -> Option<TokenStream> {
    let value = field.default()?;
    let choice = |at: usize, text: &str| {
        let select = selects.get(at)?;
        let choice = &select.choices.iter().find(|choice| choice.value == text)?.ident;
        let ident = &select.ident;
        Some(quote!(#ident::#choice))
    };
    Some(match content {
        Content::String => {
            let text = value.as_str()?;
            quote!(::core::convert::From::from(#text))
        }
        Content::Integer => {
            let number = proc_macro2::Literal::i64_unsuffixed(value.as_number()?.as_i64()?);
            quote!(#number)
        }
        Content::Number => {
            let number = value.as_number()?.as_f64();
            if !number.is_finite() {
                return None;
            }
            let number = proc_macro2::Literal::f64_unsuffixed(number);
            quote!(#number)
        }
        Content::Boolean => {
            let value = value.as_bool()?;
            quote!(#value)
        }
        Content::One(at) => choice(at, value.as_str()?)?,
        Content::Several(at) => {
            let choices: Option<Vec<TokenStream>> = value.as_strings()?.iter().map(|text| choice(at, text)).collect();
            let choices = choices?;
            quote!(::core::convert::From::from([#(#choices),*]))
        }
    })
}

impl Select {
    fn new(form: &str, field: &Field, choices: &Choices, types: &mut Names) -> Self {
        let shown = docs::inert(field.key());
        // The constants of the enum.
        let mut names = Names::new(Style::Pascal, &["ALL", "VALUES"]);
        let choices = choices
            .iter()
            .map(|choice| {
                let value = docs::inert(choice.value());
                Variant {
                    ident: names.give(choice.value()),
                    docs: docs::text(choice.title(), None, &format!("The choice \"{value}\".")),
                    value: choice.value().to_owned(),
                    title: choice.title().map(str::to_owned),
                }
            })
            .collect();
        Self {
            ident: types.give_compound(&[form, field.key()]),
            docs: docs::text(field.title(), None, &format!("The choices of the property \"{shown}\".")),
            choices,
        }
    }
}

fn unenforced(keyword: &str) -> String {
    format!("\n\nChecked by the server alone: \"{}\".", docs::inert(keyword))
}
