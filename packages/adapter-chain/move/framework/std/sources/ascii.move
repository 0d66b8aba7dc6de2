module std::ascii;

const EInvalidAsciiCharacter: u64 = 0x10000;

public struct String has copy, drop, store {
    bytes: vector<u8>,
}

public fun string(bytes: vector<u8>): String {
    let mut i = 0;
    while (i < bytes.length()) {
        assert!(bytes[i] < 128, EInvalidAsciiCharacter);
        i = i + 1;
    };
    String { bytes }
}

public fun as_bytes(s: &String): &vector<u8> {
    &s.bytes
}

public fun into_bytes(s: String): vector<u8> {
    let String { bytes } = s;
    bytes
}
