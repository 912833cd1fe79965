//! What a client declares that it can answer.

use alloc::vec::Vec;
use core::fmt;

use crate::json;

/// The input requests that a client can answer: elicitation by form and by url, sampling, roots.
///
/// A call declares them with every request that it sends, and an input request outside them is the server's fault: it
/// is reported for its key, and no answer is made up for the user.
///
/// ```
/// use mrtr_core::Capabilities;
///
/// const DECLARED: Capabilities = Capabilities::NONE.with_form().with_roots();
/// assert_eq!(DECLARED.to_string(), r#"{"elicitation":{"form":{}},"roots":{}}"#);
/// ```
///
/// Source: specification, schema `ClientCapabilities`; client/elicitation, client/sampling, client/roots, "Capabilities".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each capability is declared or not, independent of the others")]
pub struct Capabilities {
    form: bool,
    url: bool,
    sampling: bool,
    sampling_tools: bool,
    sampling_context: bool,
    roots: bool,
}

impl Capabilities {
    /// Nothing can be answered.
    pub const NONE: Self =
        Self { form: false, url: false, sampling: false, sampling_tools: false, sampling_context: false, roots: false };

    /// Forms, urls, sampling (without tools and context inclusion) and roots.
    pub const ALL_KINDS: Self = Self::NONE.with_form().with_url().with_sampling().with_roots();

    /// Adds elicitation by form.
    #[must_use]
    pub const fn with_form(mut self) -> Self {
        self.form = true;
        self
    }

    /// Adds elicitation by url.
    #[must_use]
    pub const fn with_url(mut self) -> Self {
        self.url = true;
        self
    }

    /// Adds sampling without tools.
    #[must_use]
    pub const fn with_sampling(mut self) -> Self {
        self.sampling = true;
        self
    }

    /// Adds sampling with `tools` and `toolChoice`.
    #[must_use]
    pub const fn with_sampling_tools(mut self) -> Self {
        self.sampling = true;
        self.sampling_tools = true;
        self
    }

    /// Adds sampling with `includeContext` other than `"none"`.
    #[must_use]
    pub const fn with_sampling_context(mut self) -> Self {
        self.sampling = true;
        self.sampling_context = true;
        self
    }

    /// Adds roots.
    #[must_use]
    pub const fn with_roots(mut self) -> Self {
        self.roots = true;
        self
    }

    /// What either of the two can answer.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self {
            form: self.form || other.form,
            url: self.url || other.url,
            sampling: self.sampling || other.sampling,
            sampling_tools: self.sampling_tools || other.sampling_tools,
            sampling_context: self.sampling_context || other.sampling_context,
            roots: self.roots || other.roots,
        }
    }

    /// Whether forms can be answered.
    #[must_use]
    pub const fn form(self) -> bool {
        self.form
    }

    /// Whether urls can be answered.
    #[must_use]
    pub const fn url(self) -> bool {
        self.url
    }

    /// Whether sampling can be answered.
    #[must_use]
    pub const fn sampling(self) -> bool {
        self.sampling
    }

    /// Whether sampling with tools can be answered.
    #[must_use]
    pub const fn sampling_tools(self) -> bool {
        self.sampling_tools
    }

    /// Whether sampling may ask for the context of servers.
    #[must_use]
    pub const fn sampling_context(self) -> bool {
        self.sampling_context
    }

    /// Whether roots can be answered.
    #[must_use]
    pub const fn roots(self) -> bool {
        self.roots
    }

    /// Reads a `ClientCapabilities` object. `"elicitation": {}` declares forms only; members that are not about input
    /// requests are ignored.
    ///
    /// # Errors
    ///
    /// When `text` is not a JSON object, or a capability in it is not one.
    ///
    /// ```
    /// use mrtr_core::Capabilities;
    ///
    /// assert_eq!(Capabilities::from_json(r#"{"elicitation":{}}"#)?, Capabilities::NONE.with_form());
    /// # Ok::<(), mrtr_core::CapabilitiesError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, CapabilitiesError> {
        let mut read = Self::NONE;
        for_each_declared(text, |name, value| {
            match name {
                "elicitation" => {
                    let mut any = false;
                    for_each_declared(value, |mode, _| {
                        any |= mode == "form" || mode == "url";
                        read.form |= mode == "form";
                        read.url |= mode == "url";
                        Ok(())
                    })?;
                    read.form |= !any;
                }
                "sampling" => {
                    read.sampling = true;
                    for_each_declared(value, |with, _| {
                        read.sampling_tools |= with == "tools";
                        read.sampling_context |= with == "context";
                        Ok(())
                    })?;
                }
                "roots" => {
                    for_each_declared(value, |_, _| Ok(()))?;
                    read.roots = true;
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(read)
    }

    /// Appends the members of a `ClientCapabilities` object, each followed by a comma.
    pub(crate) fn write_members(self, out: &mut Vec<u8>) {
        match (self.form, self.url) {
            (true, true) => out.extend_from_slice(br#""elicitation":{"form":{},"url":{}},"#),
            (true, false) => out.extend_from_slice(br#""elicitation":{"form":{}},"#),
            (false, true) => out.extend_from_slice(br#""elicitation":{"url":{}},"#),
            (false, false) => {}
        }
        if self.sampling {
            out.extend_from_slice(match (self.sampling_tools, self.sampling_context) {
                (true, true) => br#""sampling":{"tools":{},"context":{}},"#.as_slice(),
                (true, false) => br#""sampling":{"tools":{}},"#,
                (false, true) => br#""sampling":{"context":{}},"#,
                (false, false) => br#""sampling":{},"#,
            });
        }
        if self.roots {
            out.extend_from_slice(br#""roots":{},"#);
        }
    }
}

/// The capabilities as the JSON object that is sent.
impl fmt::Display for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut members = Vec::new();
        self.write_members(&mut members);
        let members = members.strip_suffix(b",").unwrap_or(&members);
        write!(f, "{{{}}}", core::str::from_utf8(members).unwrap_or_default())
    }
}

/// A text is not a `ClientCapabilities` object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapabilitiesError(());

impl fmt::Display for CapabilitiesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the client capabilities are not a JSON object whose capabilities are objects")
    }
}

impl core::error::Error for CapabilitiesError {}

/// Visits the members of an object whose value is an object; `null` declares nothing.
fn for_each_declared(
    text: &str,
    mut visit: impl FnMut(&str, &str) -> Result<(), CapabilitiesError>,
) -> Result<(), CapabilitiesError> {
    let mut result = Ok(());
    json::members(text, |name, value| {
        if json::kind(value) == json::JsonKind::Null {
            return true;
        }
        if let Some(name) = json::decode(name) {
            result = visit(&name, value);
        }
        result.is_ok()
    })
    .map_err(|_| CapabilitiesError(()))?;
    result
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn an_empty_elicitation_declares_forms_only() {
        let read = Capabilities::from_json(r#"{"elicitation":{}}"#).unwrap();
        assert_eq!(read, Capabilities::NONE.with_form());
        let read = Capabilities::from_json(r#"{"elicitation":{"url":{}}}"#).unwrap();
        assert_eq!(read, Capabilities::NONE.with_url());
    }

    #[test]
    fn what_is_written_reads_back() {
        for bits in 0..64_u8 {
            let mut declared = Capabilities::NONE;
            let steps: [fn(Capabilities) -> Capabilities; 6] = [
                Capabilities::with_form,
                Capabilities::with_url,
                Capabilities::with_sampling,
                Capabilities::with_sampling_tools,
                Capabilities::with_sampling_context,
                Capabilities::with_roots,
            ];
            for (bit, step) in steps.into_iter().enumerate() {
                if bits & (1 << bit) != 0 {
                    declared = step(declared);
                }
            }
            assert_eq!(Capabilities::from_json(&declared.to_string()), Ok(declared));
        }
    }

    #[test]
    fn a_capability_that_is_no_object_is_an_error() {
        for text in ["", "[]", r#"{"roots":true}"#, r#"{"sampling":"yes"}"#, r#"{"elicitation":{"form":1}"#] {
            assert!(Capabilities::from_json(text).is_err(), "{text}");
        }
        assert_eq!(Capabilities::from_json(r#"{"roots":null,"x":{}}"#), Ok(Capabilities::NONE));
    }
}
