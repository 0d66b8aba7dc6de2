#[test_only]
module std::unit_test;

// The compiler adds a call of this function to test builds, so that they cannot be published.
public native fun poison();
