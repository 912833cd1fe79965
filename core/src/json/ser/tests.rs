#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]
#![allow(clippy::float_cmp, reason = "a round trip must be exact")]

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;
use serde::ser::{Error as _, SerializeMap, SerializeSeq, SerializeStruct, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::*;

fn text<T: Serialize + ?Sized>(value: &T) -> Result<String, SerializeError> {
    let mut out = b"before".to_vec();
    let result = to_text(&mut out, value);
    let written = String::from_utf8(out).unwrap();
    let written = written.strip_prefix("before").unwrap();
    if result.is_err() {
        assert_eq!(written, "", "what an error leaves behind");
    }
    result.map(|()| written.into())
}

fn object<T: Serialize + ?Sized>(value: &T) -> Result<String, SerializeError> {
    let mut out = b"before".to_vec();
    let result = object_text(&mut out, value);
    let written = String::from_utf8(out).unwrap();
    let written = written.strip_prefix("before").unwrap();
    if result.is_err() {
        assert_eq!(written, "", "what an error leaves behind");
    }
    result.map(|()| written.into())
}

fn same_as_serde_json<T: Serialize + ?Sized>(value: &T) {
    assert_eq!(text(value).unwrap(), serde_json::to_string(value).unwrap());
}

fn path_of<T: Serialize + ?Sized>(value: &T) -> String {
    text(value).unwrap_err().path().unwrap().into()
}

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.into()).unwrap()
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Newtype<T>(T);

#[derive(Serialize)]
struct Pair(u8, &'static str);

#[derive(Serialize)]
struct Point {
    x: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<i32>,
    #[serde(rename = "a/b~c")]
    label: Option<&'static str>,
}

#[derive(Serialize)]
enum External {
    Unit,
    Newtype(Option<u8>),
    Tuple(u8, bool),
    Empty(),
    Struct { a: u8, b: Vec<u8> },
    EmptyStruct {},
}

#[derive(Serialize)]
#[serde(tag = "kind")]
enum Internal {
    Unit,
    Newtype(Point2),
    Struct { a: u8 },
}

#[derive(Serialize)]
struct Point2 {
    x: i32,
}

#[derive(Serialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Tuple(u8, u8),
    Struct { a: u8 },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Untagged {
    Unit,
    Text(String),
    Struct { a: u8 },
}

#[derive(Serialize)]
struct Flattened {
    own: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

struct Bytes(&'static [u8]);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct Shown(&'static str);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == "fails" { Err(fmt::Error) } else { write!(f, "<{}>\n\"", self.0) }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Gives up with a message that quotes its value.
struct Refuses;

impl Serialize for Refuses {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("secret-value"))
    }
}

/// A map with any keys and values, in this order.
struct Entries<K, V>(Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Entries<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// What `serde_json` hands over for its own types, with any text.
struct Private(&'static str, &'static str, &'static str);

impl Serialize for Private {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct(self.0, 1)?;
        fields.serialize_field(self.1, self.2)?;
        fields.end()
    }
}

#[test]
fn scalars_are_written_as_serde_json_writes_them() {
    same_as_serde_json(&true);
    same_as_serde_json(&false);
    same_as_serde_json(&());
    same_as_serde_json(&None::<u8>);
    same_as_serde_json(&Some(Some(7)));
    same_as_serde_json(&Unit);
    same_as_serde_json(&'\u{1f600}');
    same_as_serde_json(&'"');
    same_as_serde_json("");
    same_as_serde_json(&Bytes(&[0, 7, 255]));
    same_as_serde_json(&Bytes(&[]));
    same_as_serde_json(&Shown("x\u{7f}"));
}

#[test]
fn integers_are_exact() {
    same_as_serde_json(&(i8::MIN, i16::MIN, i32::MIN, i64::MIN, i128::MIN));
    same_as_serde_json(&(i8::MAX, i16::MAX, i32::MAX, i64::MAX, i128::MAX));
    same_as_serde_json(&(u8::MAX, u16::MAX, u32::MAX, u64::MAX, u128::MAX));
    assert_eq!(text(&u128::MAX).unwrap(), "340282366920938463463374607431768211455");
}

#[test]
fn floats_read_back_as_the_same_number() {
    let mut bits: u64 = 0x9e37_79b9_7f4a_7c15;
    let special = [0.0, -0.0, 1.0, 0.1, 1e15, 1e16, 1e-5, 1e-7, 1e300, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::MIN];
    for round in 0..20_000_usize {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let double = special.get(round).copied().unwrap_or(f64::from_bits(bits));
        if double.is_finite() {
            let written = text(&double).unwrap();
            assert!(serde_json::from_str::<&RawValue>(&written).is_ok(), "{written}");
            assert_eq!(written.parse::<f64>().unwrap().to_bits(), double.to_bits(), "{written}");
        }
        let single = f32::from_bits(u32::try_from(bits >> 32).unwrap());
        if single.is_finite() {
            let written = text(&single).unwrap();
            assert!(serde_json::from_str::<&RawValue>(&written).is_ok(), "{written}");
            assert_eq!(written.parse::<f32>().unwrap().to_bits(), single.to_bits(), "{written}");
        }
    }
    assert_eq!(text(&0.1_f32).unwrap(), "0.1");
    assert_eq!(text(&[1.0, -0.0, 1e21]).unwrap(), "[1.0,-0.0,1e21]");
}

#[test]
fn strings_escape_what_the_rfc_demands_and_nothing_else() {
    let all: String = (0..0x250_u32).chain([0x2028, 0x2029, 0xfeff, 0x1_f600]).filter_map(char::from_u32).collect();
    same_as_serde_json(&all);
    let mut out = Vec::new();
    push_string(&mut out, "\u{8}\t\n\u{c}\r\u{1f}\u{0}\"\\/\u{7f}é");
    assert_eq!(out, "\"\\b\\t\\n\\f\\r\\u001f\\u0000\\\"\\\\/\u{7f}é\"".as_bytes());
}

#[test]
fn compounds_are_written_as_serde_json_writes_them() {
    same_as_serde_json(&Vec::<u8>::new());
    same_as_serde_json(&vec![vec![1], vec![], vec![2, 3]]);
    same_as_serde_json(&(1, "a", [true]));
    same_as_serde_json(&Pair(1, "a"));
    same_as_serde_json(&Newtype(Newtype("a")));
    same_as_serde_json(&Point { x: 1, y: None, label: None });
    same_as_serde_json(&Point { x: 1, y: Some(-2), label: Some("l") });
    same_as_serde_json(&Flattened { own: 1, rest: [("z".into(), json!([1, {}]))].into() });
    same_as_serde_json(&BTreeMap::<String, u8>::new());
    same_as_serde_json(&BTreeMap::from([("b", 1), ("a\"", 2)]));
    same_as_serde_json(&json!({"a": [null, true, 1, -1, 0.5, "s", {"b": {}}], "é\n": u64::MAX, "": []}));
    same_as_serde_json(json!({"a": {"b": 1}}).as_object().unwrap());
}

#[test]
fn every_enum_representation_is_written_as_serde_json_writes_it() {
    same_as_serde_json(&[
        External::Unit,
        External::Newtype(Some(1)),
        External::Newtype(None),
        External::Tuple(1, true),
        External::Empty(),
        External::Struct { a: 1, b: vec![2] },
        External::EmptyStruct {},
    ]);
    same_as_serde_json(&[Internal::Unit, Internal::Newtype(Point2 { x: 1 }), Internal::Struct { a: 1 }]);
    same_as_serde_json(&[Adjacent::Unit, Adjacent::Newtype(1), Adjacent::Tuple(1, 2), Adjacent::Struct { a: 1 }]);
    same_as_serde_json(&[Untagged::Unit, Untagged::Text("t".into()), Untagged::Struct { a: 1 }]);
    same_as_serde_json(&[Ok(1), Err("e")]);
}

/// Any value of a few levels, drawn from `state`. No floats: their spelling may differ.
fn drawn(state: &mut u64, level: usize) -> Value {
    let mut draw = |bound: u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % bound
    };
    let word = |state: u64| -> String {
        (0..state % 6).filter_map(|at| char::from_u32(u32::try_from((state >> (at * 7)) % 0x180).unwrap())).collect()
    };
    match draw(if level == 0 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => Value::Bool(draw(2) == 0),
        2 => json!(draw(1 << 20).wrapping_mul(draw(1 << 30)).wrapping_mul(draw(1 << 14))),
        3 => json!(i64::MIN.wrapping_add(i64::try_from(draw(1 << 30)).unwrap())),
        4 => Value::String(word(draw(u64::MAX))),
        5 => (0..draw(5)).map(|_| drawn(state, level - 1)).collect(),
        _ => {
            let size = draw(5);
            let mut members = serde_json::Map::new();
            for _ in 0..size {
                let name = drawn(state, 0).to_string();
                members.insert(name, drawn(state, level - 1));
            }
            Value::Object(members)
        }
    }
}

#[test]
fn drawn_values_are_written_as_serde_json_writes_them() {
    let mut state = 1;
    let mut objects = 0;
    for _ in 0..3_000 {
        let value = drawn(&mut state, 5);
        same_as_serde_json(&value);
        assert_eq!(object(&value).is_ok(), value.is_object());
        objects += usize::from(value.is_object());
    }
    assert!(objects > 300, "{objects}");
}

#[test]
fn objects_of_every_make_are_accepted_as_objects() {
    assert_eq!(object(&Unit).unwrap(), "{}");
    assert_eq!(object(&Newtype(Unit)).unwrap(), "{}");
    assert_eq!(object(&Some(Newtype(Some(&Unit)))).unwrap(), "{}");
    assert_eq!(object(&Newtype(Some(Point2 { x: 1 }))).unwrap(), r#"{"x":1}"#);
    assert_eq!(object(&BTreeMap::<String, u8>::new()).unwrap(), "{}");
    assert_eq!(object(&json!({"a": []})).unwrap(), r#"{"a":[]}"#);
    assert_eq!(object(&External::Tuple(1, true)).unwrap(), r#"{"Tuple":[1,true]}"#);
    assert_eq!(object(&External::Newtype(None)).unwrap(), r#"{"Newtype":null}"#);
    assert_eq!(object(&Internal::Unit).unwrap(), r#"{"kind":"Unit"}"#);
    assert_eq!(object(&raw(" {\"a\" : 1} ")).unwrap(), r#"{"a" : 1}"#);
}

#[test]
fn a_unit_struct_inside_an_object_is_null() {
    assert_eq!(object(&Entries(vec![("a", Unit)])).unwrap(), r#"{"a":null}"#);
}

#[test]
fn anything_else_is_not_an_object() {
    fn found<T: Serialize + ?Sized>(value: &T) -> JsonKind {
        match object(value).unwrap_err() {
            SerializeError::NotAnObject { found } => found,
            other => unreachable!("{other}"),
        }
    }
    assert_eq!(found(&()), JsonKind::Null);
    assert_eq!(found(&None::<Point>), JsonKind::Null);
    assert_eq!(found(&Untagged::Unit), JsonKind::Null);
    assert_eq!(found(&true), JsonKind::Boolean);
    assert_eq!(found(&1), JsonKind::Number);
    assert_eq!(found(&f64::NAN), JsonKind::Number);
    assert_eq!(found("s"), JsonKind::String);
    assert_eq!(found(&'c'), JsonKind::String);
    assert_eq!(found(&Shown("s")), JsonKind::String);
    assert_eq!(found(&External::Unit), JsonKind::String);
    assert_eq!(found(&Newtype(Some(1))), JsonKind::Number);
    assert_eq!(found(&[Refuses]), JsonKind::Array);
    assert_eq!(found(&Pair(1, "a")), JsonKind::Array);
    assert_eq!(found(&Bytes(b"b")), JsonKind::Array);
    assert_eq!(found(&raw("[1]")), JsonKind::Array);
    assert_eq!(found(&raw("null")), JsonKind::Null);
    assert_eq!(found(&Private(NUMBER, NUMBER, "1")), JsonKind::Number);
}

#[test]
fn strings_in_any_dress_are_map_keys() {
    assert_eq!(text(&BTreeMap::from([(Some("a"), 1)])).unwrap(), r#"{"a":1}"#);
    assert_eq!(text(&Entries(vec![(Newtype(Newtype("n")), 1)])).unwrap(), r#"{"n":1}"#);
    assert_eq!(text(&Entries(vec![(External::Unit, 1)])).unwrap(), r#"{"Unit":1}"#);
    assert_eq!(text(&BTreeMap::from([('"', 1)])).unwrap(), r#"{"\"":1}"#);
    assert_eq!(text(&Entries(vec![(Shown("d"), 1)])).unwrap(), r#"{"<d>\n\"":1}"#);
}

#[test]
fn a_key_of_any_other_kind_is_refused() {
    fn refused<K: Serialize>(key: K) {
        let value = BTreeMap::from([("outer", Entries(vec![(key, 1)]))]);
        assert_eq!(text(&value), Err(SerializeError::KeyNotAString { path: "/*/*".into() }));
    }
    refused(1_u8);
    refused(-1_i64);
    refused(1_u128);
    refused(true);
    refused(0.5);
    refused(f64::NAN);
    refused(());
    refused(Unit);
    refused(None::<&str>);
    refused(Some(1));
    refused(Newtype(1));
    refused(["a"]);
    refused(("a", "b"));
    refused(Pair(1, "a"));
    refused(Bytes(b"a"));
    refused(BTreeMap::from([("a", 1)]));
    refused(Point2 { x: 1 });
    refused(External::Newtype(None));
    refused(External::Tuple(1, true));
    refused(External::Struct { a: 1, b: vec![] });
    refused(raw("\"a\""));
}

#[derive(Serialize)]
enum Prices {
    A(f64),
    B(u8, f64),
    C { d: f64 },
}

#[test]
fn a_number_that_is_not_finite_is_refused_at_its_place() {
    #[derive(Serialize)]
    struct Outer {
        #[serde(rename = "a/b~c")]
        odd: Vec<Inner>,
    }
    #[derive(Serialize)]
    struct Inner {
        price: Option<f64>,
    }
    let value = Outer { odd: vec![Inner { price: Some(1.0) }, Inner { price: Some(f64::NAN) }] };
    assert_eq!(text(&value), Err(SerializeError::NotFinite { path: "/a~1b~0c/1/price".into() }));
    assert_eq!(path_of(&f64::INFINITY), "");
    assert_eq!(path_of(&(0, f32::NEG_INFINITY)), "/1");
    assert_eq!(path_of(&BTreeMap::from([("secret-key", f32::NAN)])), "/*");

    assert_eq!(path_of(&Prices::A(f64::NAN)), "/A");
    assert_eq!(path_of(&Prices::B(0, f64::NAN)), "/B/1");
    assert_eq!(path_of(&[Prices::C { d: 1.0 }, Prices::C { d: f64::NAN }]), "/1/C/d");
}

#[test]
fn a_repeated_key_is_refused() {
    let flattened = Flattened { own: 1, rest: [("own".into(), json!(2))].into() };
    assert_eq!(text(&flattened), Err(SerializeError::DuplicateKey { path: String::new() }));
    let apart = Entries(vec![("b", 0), ("\n", 1), ("a", 2), ("\n", 3)]);
    assert_eq!(text(&[apart]), Err(SerializeError::DuplicateKey { path: "/0".into() }));
    // The same key on two levels, or in two neighbours, is no repetition.
    let levels = Entries(vec![("z", json!({"z": {"z": 1}})), ("a", json!([{"z": 1}, {"z": 2}]))]);
    assert_eq!(text(&levels).unwrap(), r#"{"z":{"z":{"z":1}},"a":[{"z":1},{"z":2}]}"#);
}

#[test]
fn many_unsorted_keys_are_no_burden() {
    let entries: Vec<_> = (0..100_000_u32).map(|at| (format!("{}", at.wrapping_mul(2_654_435_761)), at)).collect();
    assert!(text(&Entries(entries)).is_ok());
}

#[test]
fn raw_values_are_spliced_as_they_are() {
    for spelling in ["1e400", "-0", "1.50", r#""\/\u0041\ud800""#, "{ \"b\":1, \"a\":\t2,\"b\":3 }", "[ ]", "null"] {
        assert_eq!(text(&raw(spelling)).unwrap(), spelling);
        assert_eq!(text(&[raw(spelling)]).unwrap(), format!("[{spelling}]"));
    }
    assert_eq!(text(&raw("{\r\n \"a\\n\": 1\n}")).unwrap(), "{   \"a\\n\": 1 }");
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(text(&raw(&deep)).unwrap(), deep);
}

/// Presents itself as a raw value, with the wrong fields.
struct Wrong(u8);
impl Serialize for Wrong {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct(RAW_VALUE, 1)?;
        match self.0 {
            0 => {}
            1 => fields.serialize_field(RAW_VALUE, &1)?,
            2 => fields.serialize_field(RAW_VALUE, &["1"])?,
            _ => {
                fields.serialize_field(RAW_VALUE, "1")?;
                fields.serialize_field(RAW_VALUE, "2")?;
            }
        }
        fields.end()
    }
}
#[test]
fn what_only_claims_to_be_raw_json_is_refused() {
    let bad =
        ["", " ", "1 2", "{", "{a:1}", "nul", "\"a\nb\"", "1,\"injected\":2", "'a'", "NaN", "01", "+1", "\"\\x\""];
    for text_of_it in bad {
        let value = (1, Private(RAW_VALUE, RAW_VALUE, text_of_it));
        assert_eq!(text(&value), Err(SerializeError::InvalidRaw { path: "/1".into() }), "{text_of_it}");
    }
    assert_eq!(path_of(&Private(RAW_VALUE, "other", "1")), "");
    assert_eq!(path_of(&Private(RAW_VALUE, NUMBER, "1")), "");

    for wrong in 0..4 {
        assert!(matches!(text(&Wrong(wrong)), Err(SerializeError::InvalidRaw { .. })), "{wrong}");
    }
}

#[test]
fn numbers_of_arbitrary_precision_are_spliced_when_they_are_numbers() {
    for number in ["0", "-1", "1e400", "0.10", "123456789012345678901234567890"] {
        assert_eq!(text(&Private(NUMBER, NUMBER, number)).unwrap(), number);
    }
    for other in ["", "\"1\"", "null", "[1]", " 1", "1\n", "1,2", "NaN", "-", "0x1"] {
        assert!(matches!(text(&Private(NUMBER, NUMBER, other)), Err(SerializeError::InvalidRaw { .. })), "{other}");
    }
}

/// Arrays inside each other.
struct Nested(usize);

impl Serialize for Nested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = serializer.serialize_seq(None)?;
        if self.0 > 1 {
            elements.serialize_element(&Self(self.0 - 1))?;
        }
        elements.end()
    }
}

struct Wrapped(usize);

impl Serialize for Wrapped {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0 => serializer.serialize_str("core"),
            depth if depth % 2 == 0 => serializer.serialize_some(&Self(depth - 1)),
            depth => serializer.serialize_newtype_struct("Wrapped", &Self(depth - 1)),
        }
    }
}

#[derive(Serialize)]
enum Chain {
    More(Box<Chain>),
    Last,
}

#[test]
fn depth_has_a_limit() {
    assert_eq!(text(&Nested(128)).unwrap(), format!("{}{}", "[".repeat(128), "]".repeat(128)));
    assert_eq!(text(&Nested(129)), Err(SerializeError::TooDeep));
    assert_eq!(text(&Nested(usize::MAX)), Err(SerializeError::TooDeep));
    assert_eq!(text(&Wrapped(512)).unwrap(), "\"core\"");
    assert_eq!(text(&Wrapped(513)), Err(SerializeError::TooDeep));
    assert_eq!(text(&Entries(vec![(Wrapped(513), 1)])), Err(SerializeError::TooDeep));
    // Wrappers beside each other do not add up.
    assert!(text(&[Some(Wrapped(500)), Some(Wrapped(500))]).is_ok());

    let chain = |length| (0..length).fold(Chain::Last, |inner, _| Chain::More(Box::new(inner)));
    assert!(text(&chain(128)).is_ok());
    assert_eq!(text(&chain(129)), Err(SerializeError::TooDeep));
}

#[test]
fn what_a_type_says_about_its_failure_is_not_kept() {
    let error = text(&(1, BTreeMap::from([("k", Some(Refuses))]))).unwrap_err();
    assert_eq!(error, SerializeError::Custom { path: "/1/*".into() });
    assert!(!format!("{error} {error:?}").contains("secret"));
    assert_eq!(path_of(&Refuses), "");
    assert_eq!(path_of(&[Shown("fails")]), "/0");
    assert_eq!(path_of(&Entries(vec![(Shown("fails"), 1)])), "/*");
    assert_eq!(path_of(&Entries(vec![(Refuses, 1)])), "/*");
}

/// Goes on after an element that failed.
struct Careless;

impl Serialize for Careless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = serializer.serialize_seq(None)?;
        let first: Result<(), S::Error> = elements.serialize_element(&f64::NAN);
        assert!(first.is_err());
        let second: Result<(), S::Error> = elements.serialize_element(&Refuses);
        assert!(second.is_err());
        elements.end()
    }
}

#[test]
fn a_failure_that_a_type_passes_over_still_fails() {
    assert_eq!(text(&[Careless]), Err(SerializeError::NotFinite { path: "/0/0".into() }));
}

/// Writes keys and values in the order of its letters.
struct Letters(&'static str);

impl Serialize for Letters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (at, letter) in self.0.char_indices() {
            if letter == 'k' {
                map.serialize_key(&at.to_string())?;
            } else {
                map.serialize_value(&at)?;
            }
        }
        map.end()
    }
}

#[test]
fn keys_and_values_must_take_turns() {
    assert_eq!(text(&Letters("kvkv")).unwrap(), r#"{"0":1,"2":3}"#);
    for letters in ["k", "v", "kk", "kvv", "kkv", "kvk"] {
        assert!(matches!(text(&Letters(letters)), Err(SerializeError::Custom { .. })), "{letters}");
    }
}

#[test]
fn errors_name_place_and_rule_alone() {
    let at = |path: &str| String::from(path);
    let cases = [
        (SerializeError::NotAnObject { found: JsonKind::Null }, "expected an object, found null"),
        (SerializeError::KeyNotAString { path: at("/a/*") }, "a map key is not a string at /a/*"),
        (SerializeError::DuplicateKey { path: at("") }, "an object has the same key twice"),
        (SerializeError::NotFinite { path: at("/a/0") }, "a number is not finite at /a/0"),
        (SerializeError::InvalidRaw { path: at("/a") }, "a raw JSON value is not valid JSON at /a"),
        (SerializeError::TooDeep, "the value is nested too deeply"),
        (SerializeError::Custom { path: at("/a") }, "the type's own serialization failed at /a"),
    ];
    for (error, expected) in cases {
        assert_eq!(error.to_string(), expected);
    }
}
