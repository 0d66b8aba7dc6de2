#[test_only]
module std::unit_test;

// The compiler puts a call of this into test builds, so that these cannot be published.
public native fun poison();
