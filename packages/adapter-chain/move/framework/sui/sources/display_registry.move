module sui::display_registry;

use std::string::String;
use sui::dynamic_field;
use sui::package::Publisher;
use sui::vec_map::{Self, VecMap};

const EDisplayAlreadyExists: u64 = 1;
const ENotValidPublisher: u64 = 3;

public struct DisplayRegistry has key { id: UID }

public struct Display<phantom T> has key {
    id: UID,
    fields: VecMap<String, String>,
    cap_id: Option<ID>,
}

public struct DisplayCap<phantom T> has key, store { id: UID }

public struct DisplayKey<phantom T>() has copy, drop, store;

/// On the chain, the address of a Display is derived from its type. This one has a new address.
public fun new_with_publisher<T>(
    registry: &mut DisplayRegistry,
    publisher: &mut Publisher,
    ctx: &mut TxContext,
): (Display<T>, DisplayCap<T>) {
    assert!(publisher.from_package<T>(), ENotValidPublisher);
    assert!(!dynamic_field::exists_(&registry.id, DisplayKey<T>()), EDisplayAlreadyExists);
    dynamic_field::add(&mut registry.id, DisplayKey<T>(), true);
    let cap = DisplayCap<T> { id: object::new(ctx) };
    let display = Display<T> {
        id: object::new(ctx),
        fields: vec_map::empty(),
        cap_id: option::some(cap.id.to_inner()),
    };
    (display, cap)
}

public fun share<T>(display: Display<T>) {
    transfer::share_object(display)
}

#[test_only]
public fun create_for_testing(ctx: &mut TxContext) {
    transfer::share_object(DisplayRegistry { id: object::new(ctx) })
}
