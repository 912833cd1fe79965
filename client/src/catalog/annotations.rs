//! Which arguments of a tool are mirrored as headers: the `x-mcp-header` annotations of its input schema.

use std::collections::VecDeque;
use std::fmt;

use mrtr_core::HeaderParam;
use mrtr_core::model::{JsonObject, Member, Members};
use serde_json::value::RawValue;

use super::ToolProblem;

const ANNOTATION: &str = "x-mcp-header";

/// How many schemas may stand in each other. Each level is read again with those around it.
const MAX_DEPTH: usize = 64;

/// The keywords of JSON Schema whose value is a schema, or an array of schemas.
const SCHEMAS: [&str; 16] = [
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The keywords other than `properties` whose value is an object of schemas.
const SCHEMAS_BY_NAME: [&str; 5] = ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties"];

/// What is wrong with an `x-mcp-header` annotation.
///
/// Source: specification, basic/transports/streamable-http, "Custom Headers from Tool Parameters".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderProblem {
    /// Its value is not a string.
    NotAString,
    /// Its value is empty, or has a character that the name of a header must not have.
    NotAToken,
    /// Another argument is mirrored as the same header; capital and small letters are the same here.
    Duplicate,
    /// The argument is not declared as one of `string`, `integer` and `boolean`.
    WrongType,
    /// It does not stand on an argument: something other than `properties` leads to it.
    Elsewhere,
    /// Schemas stand in each other too deeply to be looked through.
    TooDeep,
}

impl fmt::Display for HeaderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAString => "is not a string",
            Self::NotAToken => "is no name of a header",
            Self::Duplicate => "names the header of another argument",
            Self::WrongType => "stands on an argument that is no string, integer or boolean",
            Self::Elsewhere => "is not reached through properties alone",
            Self::TooDeep => "cannot be looked for: the schema is too deep",
        })
    }
}

/// The annotated arguments of an input schema, outer ones first.
pub(super) fn header_params(schema: &RawValue) -> Result<Vec<HeaderParam>, ToolProblem> {
    if !may_be_annotated(schema.get()) {
        return Ok(Vec::new());
    }
    let mut walk = Walk::default();
    walk.places.push_back(Place {
        schema: schema.to_owned(),
        pointer: String::new(),
        argument: Some(String::new()),
        depth: 0,
    });
    while let Some(place) = walk.places.pop_front() {
        walk.visit(&place)?;
    }
    Ok(walk.params)
}

/// Whether the name of the annotation can be in the text: as it is, or with escapes.
fn may_be_annotated(text: &str) -> bool {
    text.contains(ANNOTATION) || text.contains("\\u")
}

/// A schema within the input schema.
struct Place {
    schema: Box<RawValue>,
    /// Where it stands in the input schema.
    pointer: String,
    /// The argument that it describes, as a JSON pointer from the arguments. `None`: none that can be pointed to.
    argument: Option<String>,
    depth: usize,
}

#[derive(Default)]
struct Walk {
    places: VecDeque<Place>,
    params: Vec<HeaderParam>,
}

impl Walk {
    fn visit(&mut self, place: &Place) -> Result<(), ToolProblem> {
        // `true` and `false` are schemas as well, and what else is no object is no schema.
        let Ok(schema) = JsonObject::new(place.schema.clone()) else { return Ok(()) };
        if place.depth > MAX_DEPTH {
            return if may_be_annotated(place.schema.get()) {
                Err(place.error(HeaderProblem::TooDeep))
            } else {
                Ok(())
            };
        }
        let members = schema.members().map_err(ToolProblem::Unreadable)?;
        if let Some(annotation) = members.get(ANNOTATION) {
            self.annotated(place, &members, annotation)?;
        }
        for member in &members {
            match member.name() {
                Some("properties") => self.enter_each(place, member, true)?,
                Some(name) if SCHEMAS_BY_NAME.contains(&name) => self.enter_each(place, member, false)?,
                Some(name) if SCHEMAS.contains(&name) => self.enter(place, name, member.value()),
                _ => {}
            }
        }
        Ok(())
    }

    fn annotated(&mut self, place: &Place, members: &Members, annotation: &RawValue) -> Result<(), ToolProblem> {
        let Some(argument) = place.argument.as_deref().filter(|argument| !argument.is_empty()) else {
            return Err(place.error(HeaderProblem::Elsewhere));
        };
        let Ok(header) = serde_json::from_str::<String>(annotation.get()) else {
            return Err(place.error(HeaderProblem::NotAString));
        };
        if header.is_empty() || !header.bytes().all(is_token_byte) {
            return Err(place.error(HeaderProblem::NotAToken));
        }
        let kind = members.get_as::<String>("type").ok().flatten();
        if !matches!(kind.as_deref(), Some("string" | "integer" | "boolean")) {
            return Err(place.error(HeaderProblem::WrongType));
        }
        if self.params.iter().any(|param| param.header().eq_ignore_ascii_case(&header)) {
            return Err(place.error(HeaderProblem::Duplicate));
        }
        self.params.push(HeaderParam::owned(argument, &header));
        Ok(())
    }

    /// Goes on to each schema of an object of schemas.
    fn enter_each(&mut self, place: &Place, member: &Member, are_arguments: bool) -> Result<(), ToolProblem> {
        let Ok(schemas) = JsonObject::new(member.value().to_owned()) else { return Ok(()) };
        let around = format!("{}/{}", place.pointer, member.name().unwrap_or_default());
        for schema in &schemas.members().map_err(ToolProblem::Unreadable)? {
            let name = schema.name().map(escaped);
            let argument = match (&place.argument, &name) {
                (Some(argument), Some(name)) if are_arguments => Some(format!("{argument}/{name}")),
                _ => None,
            };
            self.places.push_back(Place {
                schema: schema.value().to_owned(),
                pointer: format!("{around}/{}", name.unwrap_or_default()),
                argument,
                depth: place.depth + 1,
            });
        }
        Ok(())
    }

    /// Goes on to a schema, or to an array of schemas.
    fn enter(&mut self, place: &Place, keyword: &str, value: &RawValue) {
        let pointer = format!("{}/{keyword}", place.pointer);
        let mut push = |schema: &RawValue, pointer: String| {
            self.places.push_back(Place { schema: schema.to_owned(), pointer, argument: None, depth: place.depth + 1 });
        };
        match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            Ok(schemas) => {
                for (index, schema) in schemas.into_iter().enumerate() {
                    push(schema, format!("{pointer}/{index}"));
                }
            }
            Err(_) => push(value, pointer),
        }
    }
}

impl Place {
    fn error(&self, problem: HeaderProblem) -> ToolProblem {
        ToolProblem::Header { pointer: self.pointer.as_str().into(), problem }
    }
}

/// A name as a step of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// RFC 9110, section 5.6.2.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
