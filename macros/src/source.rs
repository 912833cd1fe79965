//! The texts that hold the input requests: found, read, and brought together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mrtr_core::__private::{Captured, CapturedKind};
use proc_macro2::Span;
use syn::LitStr;

use crate::attr::InputsAttr;
use crate::ctxt::Ctxt;

/// All inputs of a call.
#[derive(Default)]
pub(crate) struct Sources {
    /// Each key once, in the order in which the keys were first seen.
    pub(crate) inputs: Vec<Input>,
    /// For each text the positions of its inputs.
    pub(crate) rounds: Vec<Vec<usize>>,
    /// The files that were read, for the compiler to watch.
    pub(crate) files: Vec<String>,
}

/// What a server asks for under one key.
pub(crate) struct Input {
    pub(crate) key: String,
    pub(crate) kind: CapturedKind,
    seen_in: String,
}

impl Sources {
    /// Reads all texts. `folder` is where paths start from.
    pub(crate) fn read(ctxt: &mut Ctxt, attrs: &[InputsAttr], folder: Option<&Path>) -> Self {
        let mut sources = Self::default();
        let mut positions = BTreeMap::new();
        for attr in attrs {
            let literal = attr.literal();
            let (text, seen_in) = match attr {
                InputsAttr::Json(json) => (Some(json.value()), String::new()),
                InputsAttr::File(path) => (sources.read_file(ctxt, path, folder), path.value()),
            };
            let Some(text) = text else { continue };
            sources.add(ctxt, &mut positions, literal, &seen_in, &text);
        }
        sources
    }

    fn read_file(&mut self, ctxt: &mut Ctxt, literal: &LitStr, folder: Option<&Path>) -> Option<String> {
        let path = absolute(ctxt, literal, folder)?;
        let Some(name) = path.to_str() else {
            ctxt.error(literal.span(), format_args!("the path {} is not UTF-8", path.display()));
            return None;
        };
        match std::fs::read(&path) {
            Ok(bytes) => {
                self.files.push(name.to_owned());
                let text = String::from_utf8(bytes).ok();
                if text.is_none() {
                    ctxt.error(literal.span(), format_args!("the file {name} is not UTF-8, expected JSON"));
                }
                text
            }
            Err(error) => {
                ctxt.error(
                    literal.span(),
                    format_args!(
                        "the file {name} cannot be read ({}); paths start from the folder of this package's Cargo.toml",
                        error.kind()
                    ),
                );
                None
            }
        }
    }

    fn add(
        &mut self,
        ctxt: &mut Ctxt,
        positions: &mut BTreeMap<String, usize>,
        literal: &LitStr,
        seen_in: &str,
        text: &str,
    ) {
        let captured = Captured::read(text);
        for fault in captured.faults {
            let place = if seen_in.is_empty() {
                format!("line {}, column {} of the JSON", fault.line, fault.column)
            } else {
                format!("{seen_in}:{}:{}", fault.line, fault.column)
            };
            let at = if fault.pointer.is_empty() { String::new() } else { format!(", at {}", fault.pointer) };
            ctxt.error(literal.span(), format_args!("{place}{at}: {}", fault.message));
        }
        let mut round = Vec::new();
        for request in captured.requests {
            let Some(kind) = request.kind else { continue };
            let position = *positions.entry(request.key.clone()).or_insert(self.inputs.len());
            round.push(position);
            if let Some(known) = self.inputs.get_mut(position) {
                agree(ctxt, known, kind, literal.span(), seen_in);
            } else {
                self.inputs.push(Input { key: request.key, kind, seen_in: seen_in.to_owned() });
            }
        }
        self.rounds.push(round);
    }
}

/// A key that occurs again must ask for the same; what is the same to an answer is the same.
fn agree(ctxt: &mut Ctxt, known: &mut Input, kind: CapturedKind, span: Span, seen_in: &str) {
    use CapturedKind as Kind;
    let place = |text: &str| if text.is_empty() { "another `inputs_json`".to_owned() } else { format!("{text:?}") };
    let first = place(&known.seen_in);
    let here = if seen_in.is_empty() { "this JSON".to_owned() } else { format!("{seen_in:?}") };
    let key = &known.key;
    match (&mut known.kind, kind) {
        (Kind::Form(known), Kind::Form(again)) => {
            for difference in known.differences(&again) {
                ctxt.error(
                    span,
                    format_args!(
                        "the key {key:?} is asked for in {first} and in {here}, and its forms differ: {difference}; a \
                         key has one form in a call"
                    ),
                );
            }
        }
        (Kind::Sampling { tools, context, .. }, Kind::Sampling { tools: more_tools, context: more_context, .. }) => {
            *tools |= more_tools;
            *context |= more_context;
        }
        (_, Kind::UnreadableForm(_)) | (Kind::Url, Kind::Url) | (Kind::Roots, Kind::Roots) => {}
        (known @ Kind::UnreadableForm(_), again) => *known = again,
        (known, again) => ctxt.error(
            span,
            format_args!(
                "the key {key:?} is {} in {first} and {} in {here}; a key is of one kind in a call",
                kind_name(known),
                kind_name(&again)
            ),
        ),
    }
}

fn kind_name(kind: &CapturedKind) -> &'static str {
    match kind {
        CapturedKind::Form(_) | CapturedKind::UnreadableForm(_) => "a form",
        CapturedKind::Url => "a url",
        CapturedKind::Sampling { .. } => "sampling",
        _ => "roots",
    }
}

fn absolute(ctxt: &mut Ctxt, literal: &LitStr, folder: Option<&Path>) -> Option<PathBuf> {
    let path = PathBuf::from(literal.value());
    if path.is_absolute() {
        return Some(path);
    }
    if folder.is_none() {
        ctxt.error(
            literal.span(),
            "CARGO_MANIFEST_DIR is not set, so that a relative path has no start; build with cargo or write an \
             absolute path",
        );
    }
    folder.map(|folder| folder.join(path))
}
