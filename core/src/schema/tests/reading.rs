use alloc::vec;

use super::*;
use crate::json::JsonKind;

fn choices(schema: &FormSchema) -> Vec<(&str, &str)> {
    field(schema).kind().choices().unwrap().iter().map(|choice| (choice.value(), choice.label())).collect()
}

fn warned(schema: &FormSchema) -> Vec<WarningReason> {
    schema.warnings().iter().map(|warning| warning.reason().clone()).collect()
}

#[test]
fn fields_keep_the_order_of_the_text() {
    let schema = form(
        r#""zeta":{"type":"string"},"alpha":{"type":"string"},"10":{"type":"string"},"9":{"type":"string"},"":{"type":"string"}"#,
    );
    let keys: Vec<_> = schema.fields().iter().map(Field::key).collect();
    assert_eq!(keys, ["zeta", "alpha", "10", "9", ""]);
    assert!(keys.iter().all(|key| schema.field(key).is_some_and(|field| field.key() == *key)));
    assert!(schema.field("beta").is_none());
}

#[test]
fn every_kind_is_read_with_its_limits() {
    let schema = form(
        r#"
        "s":{"type":"string","title":"S","description":"d","minLength":1,"maxLength":5,"format":"email"},
        "n":{"type":"number","minimum":0.5,"maximum":1e400},
        "i":{"type":"integer","minimum":-1,"maximum":18446744073709551616},
        "b":{"type":"boolean"},
        "e":{"type":"string","enum":["x",""]},
        "m":{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2}"#,
    );
    assert!(schema.warnings().is_empty());
    let kinds: Vec<_> = schema.fields().iter().map(|field| field.kind().to_string()).collect();
    assert_eq!(kinds, ["a string", "a number", "an integer", "a boolean", "a single choice", "a list of choices"]);
    let [s, n, i, _, _, m] = schema.fields() else { panic!("six fields") };
    assert_eq!((s.title(), s.label(), s.description()), (Some("S"), "S", Some("d")));
    assert_eq!(n.label(), "n");
    assert_eq!(s.kind(), &FieldKind::String { min_length: Some(1), max_length: Some(5), format: Some(Format::Email) });
    let number = |text| Number::parse(text);
    assert_eq!(n.kind(), &FieldKind::Number { minimum: number("0.5"), maximum: number("1e400") });
    assert_eq!(i.kind(), &FieldKind::Integer { minimum: number("-1"), maximum: number("18446744073709551616") });
    assert!(matches!(m.kind(), FieldKind::MultiSelect { min_items: Some(1), max_items: Some(2), .. }));
    assert!(schema.fields().iter().all(|field| !field.is_required() && field.unenforced().is_empty()));
}

#[test]
fn limits_are_any_json_number() {
    let schema = one(r#"{"type":"string","minLength":3.0,"maxLength":4294967296}"#);
    let expected = FieldKind::String { min_length: Some(3), max_length: Some(4_294_967_296), format: None };
    assert_eq!(field(&schema).kind(), &expected);
    let schema = one(r#"{"type":"string","minLength":0.2e1,"maxLength":1e400}"#);
    let expected = FieldKind::String { min_length: Some(2), max_length: Some(u64::MAX), format: None };
    assert_eq!(field(&schema).kind(), &expected);
    for limit in ["-1", "2.5", "1e-1"] {
        refused(&format!(r#"{{"type":"string","minLength":{limit}}}"#), "/minLength", &SchemaReason::InvalidLimit);
    }
    let wrong = SchemaReason::WrongKind { found: JsonKind::String, expected: JsonKind::Number };
    refused(r#"{"type":"string","maxLength":"3"}"#, "/maxLength", &wrong);
    refused(r#"{"type":"integer","maximum":"3"}"#, "/maximum", &wrong);
}

#[test]
fn enum_names_are_labels() {
    let schema = one(r#"{"type":"string","enum":["r","g"],"enumNames":["Red","Green"]}"#);
    assert_eq!(choices(&schema), [("r", "Red"), ("g", "Green")]);
    assert!(schema.warnings().is_empty());
    assert!(field(&schema).unenforced().is_empty());
}

#[test]
fn enum_names_that_do_not_match_leave_raw_labels_and_a_warning() {
    for names in [r#"["Red"]"#, r#"["Red","Green","Blue"]"#, r#"["Red",1]"#, r#""Red""#, r#"["Red","\ud800"]"#, "null"]
    {
        let schema = one(&format!(r#"{{"type":"string","enum":["r","g"],"enumNames":{names}}}"#));
        assert_eq!(choices(&schema), [("r", "r"), ("g", "g")], "{names}");
        assert_eq!(warned(&schema), [WarningReason::EnumNamesMismatch], "{names}");
    }
}

#[test]
fn enum_names_without_enum_are_a_plain_string_with_a_warning() {
    let schema = one(r#"{"type":"string","enumNames":["Red"]}"#);
    assert!(matches!(field(&schema).kind(), FieldKind::String { .. }));
    assert_eq!(warned(&schema), [WarningReason::EnumNamesWithoutEnum]);
}

#[test]
fn titled_choices_have_titles() {
    let single = one(r#"{"type":"string","oneOf":[{"const":"r","title":"Red"},{"title":"Green","const":"g"}]}"#);
    assert_eq!(choices(&single), [("r", "Red"), ("g", "Green")]);
    let multi = one(r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":""}]}}"#);
    assert_eq!(choices(&multi), [("a", "A"), ("", "")]);
    assert_eq!(warned(&multi), [WarningReason::UntitledChoice { count: 1 }]);
    refused(r#"{"type":"string","oneOf":[{"title":"Red"}]}"#, "/oneOf/0", &SchemaReason::MissingConst);
}

#[test]
fn annotations_at_the_root_are_tolerated() {
    let schema = read(
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","title":"Plan","description":"d",
            "additionalProperties":false,"type":"object","properties":{"n":{"type":"integer"}}}"#,
    );
    assert_eq!((schema.title(), schema.description()), (Some("Plan"), Some("d")));
    assert_eq!(schema.fields().first().unwrap().label(), "n");
    assert!(schema.unenforced().is_empty() && schema.warnings().is_empty());
    assert!(schema.raw().contains("draft-07"));
    let other = read(r#"{"type":"object","properties":{},"minProperties":1,"$defs":{},"$comment":"c"}"#);
    assert_eq!(other.unenforced(), ["minProperties", "$defs"]);
}

#[test]
fn texts_that_are_no_texts_are_ignored_with_a_warning() {
    let schema = one(r#"{"type":"string","title":5,"description":"\ud800"}"#);
    assert_eq!(warned(&schema), vec![WarningReason::BadAnnotation; 2]);
    assert_eq!((field(&schema).label(), field(&schema).description()), ("p", None));
    assert!(one(r#"{"type":"string","title":null,"description":null}"#).warnings().is_empty());
}

#[test]
fn unenforced_keywords_are_listed() {
    for (property, unenforced) in [
        (r#"{"type":"string","format":"uuid"}"#, vec!["format"]),
        (r#"{"type":"string","pattern":"^[a-c]+$"}"#, vec!["pattern"]),
        (r#"{"type":"number","exclusiveMinimum":0,"multipleOf":2}"#, vec!["exclusiveMinimum", "multipleOf"]),
        (r#"{"type":"boolean","const":true}"#, vec!["const"]),
        (r#"{"type":"string","enum":["a"],"minLength":2}"#, vec!["minLength"]),
        (r#"{"type":"string","examples":["a"],"deprecated":true,"readOnly":false}"#, vec![]),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a"],"pattern":"a"},"uniqueItems":true}"#,
            vec!["items/pattern"],
        ),
        (r#"{"type":"string","oneOf":[{"const":"a","title":"A","not":{}}]}"#, vec!["oneOf/not"]),
        (r#"{"type":"string","\u0070attern":"a"}"#, vec!["pattern"]),
    ] {
        let schema = one(property);
        assert_eq!(field(&schema).unenforced(), unenforced, "{property}");
        assert_eq!(field(&schema).raw(), property);
    }
}

#[test]
fn union_of_one_kind_with_null_is_that_kind_and_optional() {
    for property in [
        r#"{"anyOf":[{"type":"string","minLength":1},{"type":"null"}],"default":null}"#,
        r#"{"oneOf":[{"type":"null","title":"none"},{"type":"string","minLength":1}]}"#,
        r#"{"type":["string","null"],"minLength":1}"#,
        r#"{"type":["null","string"],"minLength":1,"default":null}"#,
        r#"{"anyOf":[{"type":["string","null"],"default":null},{"type":"null"}],"minLength":1}"#,
    ] {
        let schema = one(property);
        let field = field(&schema);
        assert!(field.is_nullable() && !field.is_required() && field.default().is_none(), "{property}");
        assert!(matches!(field.kind(), FieldKind::String { min_length: Some(1), .. }), "{property}");
        assert!(schema.warnings().is_empty() && field.unenforced().is_empty(), "{property}");
        fits(&schema, r#"{"p":null}"#, "{}");
        fits(&schema, r#"{"p":"a"}"#, r#"{"p":"a"}"#);
        breaks(&schema, r#"{"p":""}"#, &[Rule::MinLength]);
    }
    let schema = one(r#"{"type":["string","null"],"enum":["a",null],"enumNames":["A","-"]}"#);
    assert_eq!(choices(&schema), [("a", "A")]);
}

#[test]
fn annotations_beside_a_union_win() {
    let schema = one(
        r#"{"title":"outer","default":"x","anyOf":[{"type":"string","title":"inner","default":"y"},{"type":"null"}]}"#,
    );
    assert_eq!(field(&schema).title(), Some("outer"));
    assert_eq!(field(&schema).default().and_then(Value::as_str), Some("x"));
    refused(
        r#"{"minLength":1,"anyOf":[{"type":"null"},{"type":"string","minLength":2}]}"#,
        "/anyOf/1/minLength",
        &SchemaReason::DuplicateKeyword { keyword: "minLength".into() },
    );
}

#[test]
fn nullable_property_named_in_required_stays_optional_with_a_warning() {
    let schema = required_form(r#""p":{"type":["string","null"]}"#, r#""p""#);
    assert!(!field(&schema).is_required());
    assert_eq!(warned(&schema), [WarningReason::NullableRequired]);
    assert_eq!(schema.warnings().first().unwrap().property(), Some("p"));
    fits(&schema, "{}", "{}");
}

#[test]
fn other_unions_are_refused() {
    for (property, pointer) in [
        (r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, "/anyOf"),
        (r#"{"anyOf":[{"type":"string"}]}"#, "/anyOf"),
        (r#"{"oneOf":[{"type":"null"}]}"#, "/oneOf"),
        (r#"{"anyOf":[]}"#, "/anyOf"),
        (r#"{"anyOf":[{"anyOf":[{"type":"string"},{"type":"null"}]},{"type":"null"}]}"#, ""),
        (r#"{"type":["string","integer"]}"#, "/type"),
        (r#"{"type":["null"]}"#, "/type"),
        (r#"{"type":[]}"#, "/type"),
        (r#"{"type":"string","anyOf":[{"const":"a","title":"A"}]}"#, "/anyOf"),
    ] {
        refused(property, pointer, &SchemaReason::UnsupportedUnion);
    }
}

#[test]
fn shapes_outside_of_the_subset_are_refused() {
    let unsupported = |found: &str| SchemaReason::UnsupportedType { found: found.into() };
    let wrong = |found, expected| SchemaReason::WrongKind { found, expected };
    for (property, pointer, reason) in [
        (r#"{"type":"object","properties":{}}"#, "", SchemaReason::NestedObject),
        (r#"{"type":["object","null"]}"#, "", SchemaReason::NestedObject),
        (r#"{"type":"array"}"#, "", SchemaReason::FreeArray),
        (r#"{"type":"array","items":{"type":"string"}}"#, "", SchemaReason::FreeArray),
        (r#"{"type":"array","items":{"oneOf":[{"const":"a","title":"A"}]}}"#, "", SchemaReason::FreeArray),
        (r#"{"type":"array","items":[{"type":"string"}]}"#, "/items", wrong(JsonKind::Array, JsonKind::Object)),
        (r#"{"type":"array","items":{"type":"integer"}}"#, "/items/type", SchemaReason::UnsupportedChoices),
        (r#"{"type":"array","items":{"enum":["a"]}}"#, "/items", SchemaReason::MissingType),
        (r#"{"items":{"type":"string","enum":["a"]}}"#, "", SchemaReason::MissingType),
        (r#"{"enum":["a"]}"#, "", SchemaReason::MissingType),
        (r#"{"oneOf":[{"const":"a","title":"A"}]}"#, "", SchemaReason::MissingType),
        (r"{}", "", SchemaReason::MissingType),
        (r#"{"$ref":"x"}"#, "", SchemaReason::UnsupportedKeyword { keyword: "$ref".into() }),
        (r#"{"allOf":[{"type":"string"}]}"#, "", SchemaReason::UnsupportedKeyword { keyword: "allOf".into() }),
        (r#"{"type":"null"}"#, "/type", unsupported("null")),
        (r#"{"type":"String"}"#, "/type", unsupported("String")),
        (r#"{"type":5}"#, "/type", wrong(JsonKind::Number, JsonKind::String)),
        ("true", "", wrong(JsonKind::Boolean, JsonKind::Object)),
        ("[]", "", wrong(JsonKind::Array, JsonKind::Object)),
        (r#"{"type":"integer","enum":[1,2]}"#, "/enum", SchemaReason::UnsupportedChoices),
        (r#"{"type":"boolean","oneOf":[{"const":true}]}"#, "/oneOf", SchemaReason::UnsupportedChoices),
        (r#"{"type":"string","enum":["a"],"oneOf":[{"const":"a"}]}"#, "", SchemaReason::ConflictingChoices),
        (r#"{"type":"string","enum":"a"}"#, "/enum", wrong(JsonKind::String, JsonKind::Array)),
        (r#"{"type":"string","enum":["a",1]}"#, "/enum/1", wrong(JsonKind::Number, JsonKind::String)),
        (r#"{"type":"string","enum":["a",null]}"#, "/enum/1", wrong(JsonKind::Null, JsonKind::String)),
        (r#"{"type":"string","oneOf":[{"const":1}]}"#, "/oneOf/0/const", wrong(JsonKind::Number, JsonKind::String)),
        (r#"{"type":"string","oneOf":["a"]}"#, "/oneOf/0", wrong(JsonKind::String, JsonKind::Object)),
        (r#"{"type":"string","format":1}"#, "/format", wrong(JsonKind::Number, JsonKind::String)),
        (r#"{"type":"string","enum":[]}"#, "/enum", SchemaReason::EmptyChoices),
        (r#"{"type":["string","null"],"enum":[null]}"#, "/enum", SchemaReason::EmptyChoices),
        (r#"{"type":"string","oneOf":[]}"#, "/oneOf", SchemaReason::EmptyChoices),
        (r#"{"type":"array","items":{"type":"string","enum":[]}}"#, "/items/enum", SchemaReason::EmptyChoices),
        (r#"{"type":"string","enum":["x","y","x"]}"#, "/enum/2", SchemaReason::DuplicateChoice),
        (r#"{"type":"string","enum":["x","\u0078"]}"#, "/enum/1", SchemaReason::DuplicateChoice),
        (r#"{"type":"string","enum":["a\ud800"]}"#, "/enum/0", SchemaReason::LoneSurrogate),
        (
            r#"{"type":"string","minLength":1,"minLength":1}"#,
            "/minLength",
            SchemaReason::DuplicateKeyword { keyword: "minLength".into() },
        ),
        (
            r#"{"type":"string","oneOf":[{"const":"a","const":"b"}]}"#,
            "/oneOf/0/const",
            SchemaReason::DuplicateKeyword { keyword: "const".into() },
        ),
    ] {
        refused(property, pointer, &reason);
    }
}

#[test]
fn root_must_be_an_object_schema() {
    let reasons = |schema: &str| {
        let errors = FormSchema::read(schema).unwrap_err();
        errors.iter().map(|error| (error.pointer().to_string(), error.reason().clone())).collect::<Vec<_>>()
    };
    assert_eq!(reasons(r#"{"properties":{}}"#), [(String::new(), SchemaReason::RootType)]);
    assert_eq!(reasons(r#"{"type":"array","properties":{}}"#), [("/type".into(), SchemaReason::RootType)]);
    for (schema, found) in [("[]", JsonKind::Array), ("7", JsonKind::Number), ("null", JsonKind::Null)] {
        let expected = SchemaReason::WrongKind { found, expected: JsonKind::Object };
        assert_eq!(reasons(schema), [(String::new(), expected)]);
    }
    for schema in ["", "{", r#"{"type":"object","properties":{"p":{"type":"string",}}}"#, "{} {}", "\u{feff}{}"] {
        let found = reasons(schema);
        assert!(matches!(found.as_slice(), [(_, SchemaReason::NotJson { .. })]), "{schema}: {found:?}");
    }
    let expected = SchemaReason::WrongKind { found: JsonKind::Array, expected: JsonKind::Object };
    assert_eq!(reasons(r#"{"type":"object","properties":[]}"#), [("/properties".into(), expected)]);
    let expected = SchemaReason::WrongKind { found: JsonKind::Boolean, expected: JsonKind::Array };
    assert_eq!(reasons(r#"{"type":"object","properties":{},"required":true}"#), [("/required".into(), expected)]);
}

#[test]
fn form_without_properties_is_empty_with_a_warning() {
    let schema = read(r#"{"type":"object"}"#);
    assert_eq!(warned(&schema), [WarningReason::NoProperties]);
    fits(&schema, "{}", "{}");
    let schema = read(r#"{"type":"object","properties":{}}"#);
    assert!(schema.warnings().is_empty());
    fits(&schema, " { } ", "{}");
}

#[test]
fn required_names_declared_properties() {
    let errors =
        FormSchema::read(r#"{"type":"object","properties":{"a/b~":{"type":"string"}},"required":["a/b~","ghost",1]}"#)
            .unwrap_err();
    let found: Vec<_> = errors.iter().map(|error| (error.property(), error.pointer(), error.reason())).collect();
    let wrong = SchemaReason::WrongKind { found: JsonKind::Number, expected: JsonKind::String };
    assert_eq!(
        found,
        [(Some("ghost"), "/required/1", &SchemaReason::UndeclaredRequired), (None, "/required/2", &wrong)]
    );
    assert!(FormSchema::read(r#"{"type":"object","required":["ghost"]}"#).is_err());
    // A property that cannot be read is declared all the same.
    let errors = FormSchema::read(r#"{"type":"object","properties":{"a":{}},"required":["a"]}"#).unwrap_err();
    assert_eq!(errors.iter().count(), 1);
    let schema = required_form(r#""a":{"type":"string"},"b":{"type":"string"}"#, r#""b","b""#);
    let required: Vec<_> = schema.fields().iter().map(Field::is_required).collect();
    assert_eq!(required, [false, true]);
}

#[test]
fn all_errors_are_reported_together() {
    let errors = FormSchema::read(
        r#"{"type":"array","type":"object","properties":{
            "a":{"type":"string","minLength":-1,"maxLength":"x","format":1},
            "a":{"type":"number","enum":[1],"minimum":"0","maximum":null},
            "b\ud800":{"type":"string"},
            "c/d~e":{"type":"array","minItems":1.5,"items":{"type":"string","enum":[]}}},
          "required":["z"]}"#,
    )
    .unwrap_err();
    let found: Vec<_> = errors.iter().map(|error| (error.property().unwrap_or("-"), error.pointer())).collect();
    assert_eq!(
        found,
        [
            ("-", "/type"),
            ("-", "/type"),
            ("a", "/properties/a/minLength"),
            ("a", "/properties/a/maxLength"),
            ("a", "/properties/a/format"),
            ("a", "/properties/a/enum"),
            ("a", "/properties/a/minimum"),
            ("a", "/properties/a/maximum"),
            (r"b\ud800", r"/properties/b\ud800"),
            ("c/d~e", "/properties/c~1d~0e/minItems"),
            ("c/d~e", "/properties/c~1d~0e/items/enum"),
            ("a", "/properties/a"),
            ("z", "/required/0"),
        ]
    );
    let text = errors.to_string();
    assert!(text.ends_with("; and 8 more"), "{text}");
    assert!(!text.contains('\n'));
}

#[test]
fn messages_name_property_place_found_and_fix() {
    let errors = FormSchema::read(r#"{"type":"object","properties":{"p":{"type":"string","enum":[1]}}}"#).unwrap_err();
    assert_eq!(
        errors.to_string(),
        r#"the form schema cannot be used: property "p" at "/properties/p/enum/0": found a number, expected a string"#
    );
    let errors = FormSchema::read(r#"{"type":"object","properties":{},"required":["p"]}"#).unwrap_err();
    assert_eq!(
        errors.iter().next().unwrap().to_string(),
        "property \"p\" at \"/required/0\": required but not declared; declare it in `properties` or remove it from `required`"
    );
}

#[test]
fn default_that_fits_is_kept() {
    for (property, json) in [
        (r#"{"type":"boolean","default":false}"#, r#"{"p":false}"#),
        (r#"{"type":"integer","default":5.0}"#, r#"{"p":5}"#),
        (r#"{"type":"number","default":5.0}"#, r#"{"p":5.0}"#),
        (r#"{"type":"string","default":""}"#, r#"{"p":""}"#),
        (r#"{"type":"string","enum":["","a"],"default":""}"#, r#"{"p":""}"#),
        (r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"default":["b","a"]}"#, r#"{"p":["a","b"]}"#),
        (r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"default":[]}"#, r#"{"p":[]}"#),
        (r#"{"type":"string","default":null}"#, "{}"),
    ] {
        let schema = one(property);
        assert!(schema.warnings().is_empty(), "{property}");
        assert_eq!(FormValues::prefilled(&schema).to_json(), json, "{property}");
    }
}

#[test]
fn default_that_does_not_fit_is_dropped_with_a_warning() {
    for (property, rule) in [
        (r#"{"type":"string","enum":["a"],"default":"z"}"#, Rule::NotAChoice),
        (r#"{"type":"number","default":"x"}"#, Rule::Type),
        (r#"{"type":"integer","maximum":3,"default":9}"#, Rule::Maximum),
        (r#"{"type":"integer","default":0.5}"#, Rule::NotAnInteger),
        (r#"{"type":"string","minLength":1,"default":""}"#, Rule::MinLength),
        (r#"{"type":"string","format":"date","default":"today"}"#, Rule::Format),
        (r#"{"type":"string","default":"\ud800"}"#, Rule::Text),
        (r#"{"type":"number","default":1e400}"#, Rule::NumberRange),
        (r#"{"type":"array","items":{"type":"string","enum":["a"]},"default":["z"]}"#, Rule::NotAChoice),
        (r#"{"type":"array","items":{"type":"string","enum":["a"]},"default":"a"}"#, Rule::Type),
        (r#"{"type":"array","minItems":1,"items":{"type":"string","enum":["a"]},"default":[]}"#, Rule::MinItems),
    ] {
        let schema = one(property);
        assert!(field(&schema).default().is_none(), "{property}");
        assert!(FormValues::prefilled(&schema).is_empty(), "{property}");
        assert_eq!(warned(&schema), [WarningReason::BadDefault { rule }], "{property}");
        assert_eq!(schema.warnings().first().unwrap().pointer(), "/properties/p/default");
    }
}

#[test]
fn marker_keys_of_serde_json_are_ordinary_names() {
    let schema = form(
        r#""$serde_json::private::RawValue":{"type":"string"},"$serde_json::private::Number":{"type":"string","$serde_json::private::Number":"1"}"#,
    );
    assert_eq!(schema.fields().len(), 2);
    fits(
        &schema,
        r#"{"$serde_json::private::Number":"1","$serde_json::private::RawValue":"2"}"#,
        r#"{"$serde_json::private::RawValue":"2","$serde_json::private::Number":"1"}"#,
    );
}

#[test]
fn raw_keys_keep_their_spelling() {
    let schema = form(r#""\u0061\/":{"type":"string"}"#);
    let field = schema.fields().first().unwrap();
    assert_eq!((field.key(), field.raw_key()), ("a/", r#""\u0061\/""#));
    fits(&schema, r#"{"a/":"x"}"#, r#"{"a/":"x"}"#);
}

#[test]
fn debug_shows_no_raw_text_and_no_default() {
    let schema = one(r#"{"type":"string","default":"hunter2"}"#);
    assert!(!format!("{schema:?}").contains("hunter2"));
}
