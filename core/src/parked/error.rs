//! Why a document does not become a call.

use alloc::boxed::Box;
use core::fmt;

use crate::call::Method;

/// What is wrong with a document, or why it is not the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParkedError {
    /// It is no document of a parked call.
    OtherFormat,
    /// Its format is of a version that this release does not know.
    UnknownVersion {
        /// The version.
        found: u32,
    },
    /// Its checksum differs: it was damaged or edited.
    Damaged,
    /// A field does not hold what it must, or could not be read.
    Invalid {
        /// The field.
        field: &'static str,
    },
    /// It is a call of another method.
    OtherMethod {
        /// The method that was asked for.
        expected: Method,
        /// The method of the document.
        found: Box<str>,
    },
    /// It is a call of another tool or prompt, or of another resource.
    OtherName {
        /// The name that was asked for.
        expected: Box<str>,
        /// The name in the document.
        found: Box<str>,
    },
    /// It is a call towards another peer.
    OtherPeer {
        /// The peer label of the session that was to restore it.
        expected: Box<str>,
        /// The peer label in the document.
        found: Box<str>,
    },
}

impl fmt::Display for ParkedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherFormat => f.write_str("not the document of a parked call"),
            Self::UnknownVersion { found } => {
                write!(f, "the parked call is of format version {found}, which this release does not know")
            }
            Self::Damaged => f.write_str("the document of the parked call was damaged or edited: its checksum differs"),
            Self::Invalid { field } => {
                write!(f, "field {field:?} of the parked call cannot be read as what it must hold")
            }
            Self::OtherMethod { expected, found } => {
                write!(f, "the parked call is of method {found:?}, not of {:?}", expected.as_str())
            }
            Self::OtherName { expected, found } => write!(f, "the parked call is of {found:?}, not of {expected:?}"),
            Self::OtherPeer { expected, found } => {
                write!(f, "the parked call is towards peer {found:?}, not {expected:?}")
            }
        }
    }
}

impl core::error::Error for ParkedError {}

/// A document did not become a call; gives the document back.
#[must_use = "the parked call is not lost: take its document back by `into_document`"]
pub struct RestoreError<D> {
    document: Box<D>,
    error: ParkedError,
}

impl<D> RestoreError<D> {
    pub(crate) fn new(document: D, error: ParkedError) -> Self {
        Self { document: Box::new(document), error }
    }

    /// What is wrong.
    #[must_use]
    pub fn error(&self) -> &ParkedError {
        &self.error
    }

    /// The document, as it was.
    #[must_use]
    pub fn into_document(self) -> D {
        *self.document
    }

    /// The error alone, `'static` whatever the call borrows.
    #[must_use]
    pub fn without_state(self) -> ParkedError {
        self.error
    }
}

impl<D> fmt::Debug for RestoreError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RestoreError").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<D> fmt::Display for RestoreError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<D> core::error::Error for RestoreError<D> {}
