//! Every choice gives a variant, and each variant stands for the exact text.

#[derive(mrtr::Call)]
#[mcp(tool = "t", inputs_json = r#"{"f": {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {
    "type": "object",
    "properties": {
        "math": {"type": "string", "enum": ["=", "≠", ">", "+1", "-1", "c", "c++", "c#"]},
        "alike": {"type": "string", "enum": ["a-b", "a_b", "aB", "AB", "ab 2", "ab_2", "Ab_2"]},
        "odd": {"type": "string", "enum": ["", "X2", " ", "1", "01", "\u202e", "\u0000", "😀", "Self", "self", "Error", "All"]},
        "std": {"type": "string", "enum": ["Ok", "Err", "Some", "None", "Option", "String", "Vec", "Box", "Result", "ALL", "VALUES"]},
        "titled": {"type": "string", "oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]}
    }
}}}}"#)]
struct Ask;

fn check<T: Copy + PartialEq + core::fmt::Debug>(all: &[T], expected: &[(T, &str)], text: fn(T) -> &'static str)
where
    T: for<'a> TryFrom<&'a str>,
{
    assert_eq!(all.len(), expected.len());
    for (choice, (variant, value)) in all.iter().zip(expected) {
        assert_eq!(choice, variant);
        assert_eq!(text(*choice), *value);
        assert_eq!(T::try_from(value).ok(), Some(*variant));
    }
}

fn main() {
    use ask::{FAlike as A, FMath as M, FOdd as O, FStd as S, FTitled as T};
    check(
        M::ALL,
        &[
            (M::Equal, "="),
            (M::U2260, "≠"),
            (M::Greater, ">"),
            (M::Plus1, "+1"),
            (M::Minus1, "-1"),
            (M::C, "c"),
            (M::CPlusPlus, "c++"),
            (M::CHash, "c#"),
        ],
        M::as_str,
    );
    check(
        A::ALL,
        &[
            (A::AB, "a-b"),
            (A::AB_2, "a_b"),
            (A::AB_3, "aB"),
            (A::Ab, "AB"),
            (A::Ab2, "ab 2"),
            (A::Ab2_2, "ab_2"),
            (A::Ab2_3, "Ab_2"),
        ],
        A::as_str,
    );
    check(
        O::ALL,
        &[
            (O::Empty, ""),
            (O::X2, "X2"),
            (O::Blank, " "),
            (O::N1, "1"),
            (O::N01, "01"),
            (O::U202e, "\u{202e}"),
            (O::U0, "\0"),
            (O::U1f600, "😀"),
            (O::Self_, "Self"),
            (O::Self__2, "self"),
            (O::Error, "Error"),
            (O::All, "All"),
        ],
        O::as_str,
    );
    assert_eq!((S::Ok.as_str(), S::None.as_str(), S::All.as_str(), S::Values.as_str()), ("Ok", "None", "ALL", "VALUES"));
    assert_eq!((T::R.title(), T::G.title(), M::C.title()), ("Red", "Green", "c"));
    assert!(T::try_from("b").is_err());
    assert_eq!(format!("{:?}", T::R), r#"FTitled("r")"#);
}
