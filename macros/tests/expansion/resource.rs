const _: () = {
    #[automatically_derived]
    impl ::my_sdk::mcp::__private::Call for ReadReport {
        const METHOD: ::my_sdk::mcp::__private::Method = ::my_sdk::mcp::__private::Method::ReadResource;
        const CAPABILITIES: ::core::option::Option<
            ::my_sdk::mcp::__private::Capabilities,
        > = ::core::option::Option::Some(::my_sdk::mcp::__private::Capabilities::NONE);
        type Input = ::my_sdk::mcp::__private::NoInput;
        type Output = ::my_sdk::mcp::__private::ReadResourceResult;
        fn target(&self) -> &::core::primitive::str {
            ::core::convert::AsRef::<::core::primitive::str>::as_ref(&self.uri)
        }
        fn arguments(
            &self,
        ) -> ::core::result::Result<
            ::my_sdk::mcp::__private::Arguments,
            ::my_sdk::mcp::__private::CaptureError,
        > {
            ::core::result::Result::Ok(::my_sdk::mcp::__private::Arguments::none())
        }
    }
    #[automatically_derived]
    impl ::my_sdk::mcp::__private::TypedCall for ReadReport {
        const INPUTS: &'static [&'static [::my_sdk::mcp::__private::CompiledInput]] = &[];
    }
};
