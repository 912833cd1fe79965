//! The form schema: model, reading, validation.
