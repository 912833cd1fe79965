use super::*;

#[test]
fn ten_thousand_properties_are_read_and_one_more_is_refused() {
    let properties = |count: usize| {
        let list: Vec<_> = (0..count).map(|at| format!(r#""p{at}":{{"type":"integer"}}"#)).collect();
        format!(r#"{{"type":"object","properties":{{{}}}}}"#, list.join(","))
    };
    let schema = read(&properties(limits::MAX_FIELDS));
    let mut values = FormValues::new();
    for field in schema.fields().iter().rev() {
        values.set(field.key(), 1);
    }
    let canonical = schema.validate(&values.to_json()).unwrap();
    assert!(canonical.starts_with(r#"{"p0":1,"p1":1,"#));
    let errors = FormSchema::read(&properties(limits::MAX_FIELDS + 1)).unwrap_err();
    let reasons: Vec<_> = errors.iter().map(SchemaError::reason).collect();
    assert_eq!(reasons, [&SchemaReason::TooManyFields]);
}

fn choices(count: usize) -> String {
    let list: Vec<_> = (0..count).map(|at| format!(r#""v{at:06}""#)).collect();
    format!("[{}]", list.join(","))
}

#[test]
fn choices_are_read_up_to_their_limit() {
    let list = choices(limits::MAX_CHOICES);
    assert!(list.len() < limits::MAX_SCHEMA_BYTES);
    let schema = one(&format!(r#"{{"type":"array","items":{{"type":"string","enum":{list}}}}}"#));
    fits(&schema, &format!(r#"{{"p":{list}}}"#), &format!(r#"{{"p":{list}}}"#));
    let schema = one(&format!(r#"{{"type":"string","enum":{list}}}"#));
    fits(&schema, r#"{"p":"v099999"}"#, r#"{"p":"v099999"}"#);
    let more = choices(limits::MAX_CHOICES + 1);
    refused(&format!(r#"{{"type":"string","enum":{more}}}"#), "/enum", &SchemaReason::TooManyChoices);
}

#[test]
fn schema_beyond_the_size_limit_is_not_looked_at() {
    let text = " ".repeat(limits::MAX_SCHEMA_BYTES + 1);
    let errors = FormSchema::read(&text).unwrap_err();
    let reasons: Vec<_> = errors.iter().map(SchemaError::reason).collect();
    assert_eq!(reasons, [&SchemaReason::TooLarge { bytes: text.len() }]);
}

#[test]
fn depth_costs_no_stack() {
    let deep =
        |levels: usize| format!("{}{}", r#"{"items":"#.repeat(levels), "}".repeat(levels).replacen('}', "1}", 1));
    for property in [
        format!(r#"{{"type":"array","items":{}}}"#, deep(5_000)),
        format!(r#"{{"anyOf":{}}}"#, deep(5_000)),
        format!(r#"{{"anyOf":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000)),
        format!(r#"{{"type":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000)),
    ] {
        assert!(!faults(&property).is_empty());
    }
    let schema = one(&format!(r#"{{"type":"string","not":{}}}"#, deep(5_000)));
    assert_eq!(field(&schema).unenforced(), ["not"]);
    breaks(&schema, &format!(r#"{{"p":{}}}"#, deep(100_000)), &[Rule::Type]);
}

#[test]
fn errors_and_warnings_are_capped_and_counted() {
    let ghosts = choices(limits::MAX_REPORTS + 7);
    let errors =
        FormSchema::read(&format!(r#"{{"type":"object","properties":{{}},"required":{ghosts}}}"#)).unwrap_err();
    assert_eq!((errors.iter().count(), errors.omitted()), (limits::MAX_REPORTS, 7));
    assert!(errors.to_string().len() < 1_000);
}

#[test]
fn hostile_repetition_costs_no_quadratic_time() {
    // Each would take minutes if names, keywords or choices were compared pair by pair.
    let keywords: Vec<_> = (0..200_000).map(|at| format!(r#""k{at}":0"#)).collect();
    let keywords = keywords.join(",");
    let schema = one(&format!(r#"{{"type":"string",{keywords}}}"#));
    assert_eq!(field(&schema).unenforced().len(), 200_000);
    let union = format!(r#"{{{keywords},"anyOf":[{{"type":"string",{keywords}}},{{"type":"null"}}]}}"#);
    if let Err(errors) = FormSchema::read(&format!(r#"{{"type":"object","properties":{{"p":{union}}}}}"#)) {
        assert!(errors.omitted() > 0 || errors.iter().count() == 1);
    }
    let same: Vec<_> = (0..limits::MAX_CHOICES).map(|_| r#""""#).collect();
    assert_eq!(faults(&format!(r#"{{"type":"string","enum":[{}]}}"#, same.join(","))).len(), limits::MAX_REPORTS);
    let same: Vec<_> = (0..limits::MAX_FIELDS).map(|_| r#""p":{"type":"string"}"#).collect();
    assert!(FormSchema::read(&format!(r#"{{"type":"object","properties":{{{}}}}}"#, same.join(","))).is_err());
    let schema = one(r#"{"type":"integer","minimum":1e999999999,"maximum":-1e-999999999}"#);
    breaks(
        &schema,
        &format!(r#"{{"p":{}.{}}}"#, "9".repeat(300), "0".repeat(200_000)),
        &[Rule::Minimum, Rule::Maximum],
    );
}

#[test]
fn long_name_is_refused_before_it_multiplies() {
    let name = "n".repeat(limits::MAX_NAME_BYTES);
    let numbers = "1,".repeat(50_000) + "1";
    let schema =
        |name: &str| format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"string","enum":[{numbers}]}}}}}}"#);
    let errors = FormSchema::read(&schema(&name)).unwrap_err();
    assert_eq!(errors.omitted(), 50_001 - limits::MAX_REPORTS);
    let errors = FormSchema::read(&schema(&format!("{name}n"))).unwrap_err();
    let reasons: Vec<_> = errors.iter().map(SchemaError::reason).collect();
    assert_eq!(reasons, [&SchemaReason::NameTooLong { bytes: limits::MAX_NAME_BYTES + 1 }]);
}

#[test]
fn long_texts_of_a_peer_are_cut_in_messages() {
    let name = "n\n".repeat(100_000);
    let text = serde_json::to_string(&name).unwrap();
    let errors =
        FormSchema::read(&format!(r#"{{"type":"object","properties":{{{text}:{{"type":{text}}}}}}}"#)).unwrap_err();
    let shown = errors.to_string();
    assert!(shown.len() < 800 && !shown.contains('\n'), "{shown}");
}
