module std::string;

const EInvalidUtf8: u64 = 1;

public struct String has copy, drop, store {
    bytes: vector<u8>,
}

/// Aborts if the bytes are not UTF-8.
public fun utf8(bytes: vector<u8>): String {
    assert!(internal_check_utf8(&bytes), EInvalidUtf8);
    String { bytes }
}

public fun as_bytes(s: &String): &vector<u8> {
    &s.bytes
}

public fun into_bytes(s: String): vector<u8> {
    let String { bytes } = s;
    bytes
}

public fun length(s: &String): u64 {
    s.bytes.length()
}

public fun is_empty(s: &String): bool {
    s.bytes.is_empty()
}

native fun internal_check_utf8(v: &vector<u8>): bool;
