///What the server may ask for before it answers `BookFlight`.
#[allow(
    dead_code,
    unreachable_pub,
    reason = "a program need not use all that its server may ask for"
)]
#[allow(
    clippy::approx_constant,
    clippy::too_many_arguments,
    reason = "the server's schema says so"
)]
pub mod book_flight {
    ///The form "seat".
    #[::core::prelude::v1::derive(::core::clone::Clone)]
    pub struct Seat {
        /**Seat

Row and letter, such as \`14C\`\.*/
        pub seat: ::mrtr::__private::String,
        ///The property "class".
        pub class: SeatClass,
        ///The property "bags".
        pub bags: ::core::option::Option<::core::primitive::i64>,
    }
    impl Seat {
        /// The form filled in with the defaults of the schema that it was compiled from, and with what is required
        /// and has no default. What is optional and has no default is left out.
        #[must_use]
        pub fn prefilled(seat: ::mrtr::__private::String) -> Self {
            Self {
                seat,
                class: SeatClass::Eco,
                bags: ::core::option::Option::None,
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for Seat {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_struct("Seat").finish_non_exhaustive()
        }
    }
    #[automatically_derived]
    impl ::mrtr::__private::FormType for Seat {
        type Input = Input;
        const SCHEMA: &'static ::core::primitive::str = "{\"type\":\"object\",\"properties\":{\"seat\":{\"type\":\"string\",\"title\":\"Seat\",\"description\":\"Row and letter, such as `14C`.\"},\"class\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"eco\",\"title\":\"Economy\"},{\"const\":\"biz\",\"title\":\"Business\"}],\"default\":\"eco\"},\"bags\":{\"type\":\"integer\",\"minimum\":0}},\"required\":[\"seat\",\"class\"]}";
        fn compiled() -> ::core::option::Option<
            ::mrtr::__private::Arc<::mrtr::__private::FormSchema>,
        > {
            static COMPILED: ::mrtr::__private::SchemaCell = ::mrtr::__private::SchemaCell::new(
                <Seat as ::mrtr::__private::FormType>::SCHEMA,
            );
            COMPILED.get()
        }
        fn write(&self, content: &mut ::mrtr::__private::FormContent) {
            content.string("seat", &self.seat);
            content.string("class", self.class.as_str());
            if let ::core::option::Option::Some(value) = &self.bags {
                content.integer("bags", *value);
            }
        }
    }
    ///The choices of the property "class".
    #[::core::prelude::v1::derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::cmp::Eq,
        ::core::hash::Hash,
    )]
    pub enum SeatClass {
        ///Economy
        Eco,
        ///Business
        Biz,
    }
    impl SeatClass {
        /// All choices, in the order of the schema.
        pub const ALL: &'static [Self] = &[Self::Eco, Self::Biz];
        const VALUES: &'static [&'static ::core::primitive::str] = &["eco", "biz"];
        /// The choice as the server knows it.
        #[must_use]
        pub fn as_str(self) -> &'static ::core::primitive::str {
            ::mrtr::__private::at(Self::VALUES, self as ::core::primitive::usize)
        }
        /// The choice as it is shown to a person.
        #[must_use]
        pub fn title(self) -> &'static ::core::primitive::str {
            const TITLES: &[&'static ::core::primitive::str] = &["Economy", "Business"];
            ::mrtr::__private::at(TITLES, self as ::core::primitive::usize)
        }
    }
    #[automatically_derived]
    impl ::core::convert::TryFrom<&::core::primitive::str> for SeatClass {
        type Error = ::mrtr::__private::UnknownChoice;
        fn try_from(
            value: &::core::primitive::str,
        ) -> ::core::result::Result<Self, ::mrtr::__private::UnknownChoice> {
            ::mrtr::__private::choose(Self::ALL, Self::VALUES, value)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for SeatClass {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("SeatClass").field(&self.as_str()).finish()
        }
    }
    /// One of the inputs, by its key.
    #[must_use = "an input waits for its response"]
    pub enum Input {
        ///The form "seat".
        Seat(::mrtr::__private::Form<Seat>),
    }
    impl Input {
        /// The key under which the server asked.
        #[must_use]
        pub fn key(&self) -> &::core::primitive::str {
            match *self {
                Self::Seat(ref input) => input.key(),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for Input {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("Input").field(&self.key()).finish()
        }
    }
    #[automatically_derived]
    impl ::mrtr::__private::Input for Input {
        fn read(
            request: ::mrtr::__private::InputRequest,
        ) -> ::core::result::Result<Self, ::mrtr::__private::InputError> {
            match request.key() {
                "seat" => ::mrtr::__private::Form::read(request).map(Self::Seat),
                _ => ::core::result::Result::Err(request.unknown_key()),
            }
        }
    }
}
const _: () = {
    const _: &[::core::primitive::u8] = ::core::include_bytes!(
        "/package/inputs/book_flight.json"
    );
    #[automatically_derived]
    impl ::mrtr::__private::Call for BookFlight {
        const METHOD: ::mrtr::__private::Method = ::mrtr::__private::Method::CallTool;
        const CAPABILITIES: ::core::option::Option<::mrtr::__private::Capabilities> = ::core::option::Option::Some(
            ::mrtr::__private::Capabilities::NONE.with_form(),
        );
        const NAME: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
            "book_flight",
        );
        type Input = book_flight::Input;
        type Output = ::mrtr::__private::CallToolResult;
        fn target(&self) -> &::core::primitive::str {
            "book_flight"
        }
        fn arguments(
            &self,
        ) -> ::core::result::Result<
            ::mrtr::__private::Arguments,
            ::mrtr::__private::CaptureError,
        > {
            ::mrtr::__private::Arguments::serialize(self)
        }
        fn headers(
            &self,
        ) -> ::mrtr::__private::Cow<'_, [::mrtr::__private::HeaderParam]> {
            const HEADERS: &[::mrtr::__private::HeaderParam] = &[
                ::mrtr::__private::HeaderParam::new("/region", "Region"),
            ];
            ::mrtr::__private::header_value::<String>();
            ::mrtr::__private::Cow::Borrowed(HEADERS)
        }
    }
    #[automatically_derived]
    impl ::mrtr::__private::TypedCall for BookFlight {
        const INPUTS: &'static [&'static [::mrtr::__private::CompiledInput]] = &[
            &[
                ::mrtr::__private::CompiledInput::form(
                    "seat",
                    <book_flight::Seat as ::mrtr::__private::FormType>::SCHEMA,
                ),
            ],
        ];
    }
};
