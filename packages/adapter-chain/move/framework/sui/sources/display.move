module sui::display;

use std::string::String;
use sui::event;
use sui::package::Publisher;
use sui::vec_map::{Self, VecMap};

const EVecLengthMismatch: u64 = 1;

/// How wallets show objects of a type.
public struct Display<phantom T: key> has key, store {
    id: UID,
    fields: VecMap<String, String>,
    version: u16,
}

public struct VersionUpdated<phantom T: key> has copy, drop {
    id: ID,
    version: u16,
    fields: VecMap<String, String>,
}

public fun new_with_fields<T: key>(
    _pub: &Publisher,
    fields: vector<String>,
    values: vector<String>,
    ctx: &mut TxContext,
): Display<T> {
    assert!(fields.length() == values.length(), EVecLengthMismatch);
    let mut shown = vec_map::empty();
    let mut i = 0;
    while (i < fields.length()) {
        shown.insert(fields[i], values[i]);
        i = i + 1;
    };
    Display { id: object::new(ctx), fields: shown, version: 0 }
}

/// Makes the fields count, by an event.
public entry fun update_version<T: key>(display: &mut Display<T>) {
    display.version = display.version + 1;
    event::emit(VersionUpdated<T> {
        id: display.id.to_inner(),
        version: display.version,
        fields: display.fields,
    })
}

public fun version<T: key>(d: &Display<T>): u16 {
    d.version
}

public fun fields<T: key>(d: &Display<T>): &VecMap<String, String> {
    &d.fields
}
