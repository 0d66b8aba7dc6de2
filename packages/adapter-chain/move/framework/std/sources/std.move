module std::ascii {
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
}

module std::bcs {
    public native fun to_bytes<MoveValue>(v: &MoveValue): vector<u8>;
}

module std::option {
    const EOptionIsSet: u64 = 0x40000;
    const EOptionNotSet: u64 = 0x40001;

    /// Holds one element or none.
    public struct Option<Element> has copy, drop, store {
        vec: vector<Element>,
    }

    public fun none<Element>(): Option<Element> {
        Option { vec: vector[] }
    }

    public fun some<Element>(e: Element): Option<Element> {
        Option { vec: vector[e] }
    }

    public fun is_none<Element>(t: &Option<Element>): bool {
        t.vec.is_empty()
    }

    public fun is_some<Element>(t: &Option<Element>): bool {
        !t.vec.is_empty()
    }

    public fun borrow<Element>(t: &Option<Element>): &Element {
        assert!(t.is_some(), EOptionNotSet);
        &t.vec[0]
    }

    public fun swap<Element>(t: &mut Option<Element>, e: Element): Element {
        assert!(t.is_some(), EOptionNotSet);
        let old = t.vec.pop_back();
        t.vec.push_back(e);
        old
    }

    public fun destroy_some<Element>(t: Option<Element>): Element {
        assert!(t.is_some(), EOptionNotSet);
        let Option { mut vec } = t;
        let e = vec.pop_back();
        vec.destroy_empty();
        e
    }
}

module std::string {
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

    native fun internal_check_utf8(v: &vector<u8>): bool;
}

module std::type_name {
    use std::ascii::{Self, String};

    /// The digits of an address in a type name.
    const ADDRESS_DIGITS: u64 = 64;
    const COLON: u8 = 58;

    public struct TypeName has copy, drop, store {
        name: String,
    }

    public native fun with_original_ids<T>(): TypeName;
    public fun address_string(self: &TypeName): String {
        ascii::string(part(self.name.as_bytes(), 0, ADDRESS_DIGITS))
    }

    public fun module_string(self: &TypeName): String {
        let bytes = self.name.as_bytes();
        let from = ADDRESS_DIGITS + 2;
        let mut to = from;
        while (bytes[to] != COLON) to = to + 1;
        ascii::string(part(bytes, from, to))
    }

    fun part(bytes: &vector<u8>, from: u64, to: u64): vector<u8> {
        let mut taken = vector[];
        let mut i = from;
        while (i < to) {
            taken.push_back(bytes[i]);
            i = i + 1;
        };
        taken
    }
}

#[test_only]
module std::unit_test {
    // The compiler adds a call of this function to test builds, so that they cannot be published.
    public native fun poison();
}

#[defines_primitive(vector)]
module std::vector {
    // Instructions of the virtual machine.

    #[bytecode_instruction]
    public native fun length<Element>(v: &vector<Element>): u64;

    #[syntax(index)]
    #[bytecode_instruction]
    public native fun borrow<Element>(v: &vector<Element>, i: u64): &Element;

    #[syntax(index)]
    #[bytecode_instruction]
    public native fun borrow_mut<Element>(v: &mut vector<Element>, i: u64): &mut Element;

    #[bytecode_instruction]
    public native fun push_back<Element>(v: &mut vector<Element>, e: Element);

    #[bytecode_instruction]
    public native fun pop_back<Element>(v: &mut vector<Element>): Element;

    #[bytecode_instruction]
    public native fun destroy_empty<Element>(v: vector<Element>);

    #[bytecode_instruction]
    public native fun swap<Element>(v: &mut vector<Element>, i: u64, j: u64);

    public fun is_empty<Element>(v: &vector<Element>): bool {
        v.length() == 0
    }

    public fun append<Element>(v: &mut vector<Element>, mut other: vector<Element>) {
        let from = v.length();
        while (!other.is_empty()) v.push_back(other.pop_back());
        other.destroy_empty();
        // The elements are in reverse order.
        let mut left = from;
        let mut right = v.length();
        while (left + 1 < right) {
            right = right - 1;
            v.swap(left, right);
            left = left + 1;
        };
    }
}
