module std::type_name;

use std::ascii::{Self, String};

/// The digits of an address in a type name.
const ADDRESS_DIGITS: u64 = 64;
const COLON: u8 = 58;

public struct TypeName has copy, drop, store {
    name: String,
}

public native fun with_original_ids<T>(): TypeName;
public native fun with_defining_ids<T>(): TypeName;

public fun into_string(self: TypeName): String {
    self.name
}

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
