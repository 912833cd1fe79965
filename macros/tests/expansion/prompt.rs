///What the server may ask for before it answers `Greet`.
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
mod questions {
    /// One of the inputs, by its key.
    #[must_use = "an input waits for its response"]
    pub enum Input {
        ///The page to open "sign\_in".
        SignIn(::mrtr::__private::Url<Self>),
        ///The message of the client's model "draft".
        Draft(::mrtr::__private::Sampling<Self>),
        ///The roots "folders".
        Folders(::mrtr::__private::Roots<Self>),
    }
    impl Input {
        /// The key under which the server asked.
        #[must_use]
        pub fn key(&self) -> &::core::primitive::str {
            match *self {
                Self::SignIn(ref input) => input.key(),
                Self::Draft(ref input) => input.key(),
                Self::Folders(ref input) => input.key(),
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
                "sign_in" => ::mrtr::__private::Url::read(request).map(Self::SignIn),
                "draft" => ::mrtr::__private::Sampling::read(request).map(Self::Draft),
                "folders" => ::mrtr::__private::Roots::read(request).map(Self::Folders),
                _ => ::core::result::Result::Err(request.unknown_key()),
            }
        }
    }
}
const _: () = {
    #[automatically_derived]
    impl<'a, T: PromptArgument> ::mrtr::__private::Call for Greet<'a, T>
    where
        Greet<'a, T>: ::mrtr::__private::Serialize,
    {
        const METHOD: ::mrtr::__private::Method = ::mrtr::__private::Method::GetPrompt;
        const CAPABILITIES: ::core::option::Option<::mrtr::__private::Capabilities> = ::core::option::Option::Some(
            ::mrtr::__private::Capabilities::NONE.with_url().with_sampling().with_roots(),
        );
        const NAME: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
            "greet",
        );
        type Input = questions::Input;
        type Output = MyPrompt;
        fn target(&self) -> &::core::primitive::str {
            "greet"
        }
        fn arguments(
            &self,
        ) -> ::core::result::Result<
            ::mrtr::__private::Arguments,
            ::mrtr::__private::CaptureError,
        > {
            ::mrtr::__private::prompt_argument::<&'a str>();
            ::mrtr::__private::prompt_argument::<Option<T>>();
            ::mrtr::__private::prompt_arguments(self)
        }
    }
    #[automatically_derived]
    impl<'a, T: PromptArgument> ::mrtr::__private::TypedCall for Greet<'a, T>
    where
        Greet<'a, T>: ::mrtr::__private::Serialize,
    {
        const INPUTS: &'static [&'static [::mrtr::__private::CompiledInput]] = &[
            &[
                ::mrtr::__private::CompiledInput::url("sign_in"),
                ::mrtr::__private::CompiledInput::sampling("draft"),
                ::mrtr::__private::CompiledInput::roots("folders"),
            ],
        ];
    }
};
