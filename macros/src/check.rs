//! The rules of the protocol that the syntax does not enforce.

use std::collections::BTreeSet;

use crate::ast::Call;
use crate::attr::Target;
use crate::ctxt::Ctxt;

/// Reports what breaks a rule.
pub(crate) fn check(ctxt: &mut Ctxt, call: &Call<'_>) {
    if let Some(Target::Resource { uri, span }) = &call.target {
        let mut has_uri = false;
        for field in &call.fields {
            let name = field.syntax.ident.as_ref();
            if uri.is_none() && name.is_some_and(|name| name == "uri") {
                has_uri = true;
                continue;
            }
            let message = match (uri, name.is_some_and(|name| name == "uri")) {
                (Some(_), true) => "found a field `uri` beside `resource = \"...\"`, expected one of them; remove one",
                _ => {
                    "found a field of a resource call, expected none but `uri`; a resource is read by its URI alone, \
                     so remove the field or put it into the URI"
                }
            };
            ctxt.error_at(field.syntax, message);
        }
        if uri.is_none() && !has_uri {
            ctxt.error(
                *span,
                "found no URI, expected `resource = \"uri\"` or a field `uri` that is a string; add one of them",
            );
        }
    }
    headers(ctxt, call);
}

fn headers(ctxt: &mut Ctxt, call: &Call<'_>) {
    let mut seen = BTreeSet::new();
    for field in &call.fields {
        let Some(header) = &field.header else { continue };
        let span = header.span();
        let name = header.value();
        if !matches!(call.target, Some(Target::Tool(_)) | None) {
            ctxt.error(span, "found a header of a call that is no tool call; servers ask for headers of tools only");
        }
        if name.is_empty() || !name.bytes().all(is_token) {
            ctxt.error(
                span,
                format_args!(
                    "found the header name {name:?}, expected letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, token)"
                ),
            );
        } else if name.to_ascii_lowercase().starts_with("mcp-param-") {
            ctxt.error(span, "found a header name with `Mcp-Param-`, expected the part behind it; remove the prefix");
        } else if !seen.insert(name.to_ascii_lowercase()) {
            ctxt.error(span, format_args!("found the header {name:?} twice (letter case makes no difference)"));
        }
        let unnamed = if field.syntax.ident.is_none() || call.serde.replaced {
            Some("this struct is not written field by field")
        } else if field.serde.skipped {
            Some("serde skips this field")
        } else if field.serde.flattened {
            Some("serde flattens this field")
        } else if wire_name(call, field).is_none() {
            Some("`rename_all` has a rule that serde does not know")
        } else {
            None
        };
        if let Some(reason) = unnamed {
            ctxt.error(span, format_args!("found a header of a field that is no argument of its own: {reason}"));
        }
    }
}

/// The name of a field in the arguments.
pub(crate) fn wire_name(call: &Call<'_>, field: &crate::ast::CallField<'_>) -> Option<String> {
    let ident = syn::ext::IdentExt::unraw(field.syntax.ident.as_ref()?);
    call.serde.name(&ident.to_string(), &field.serde)
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
