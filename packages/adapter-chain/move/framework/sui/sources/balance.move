module sui::balance;

public use fun supply_value as Supply.value;

const ENonZero: u64 = 0;
const EOverflow: u64 = 1;
const ENotEnough: u64 = 2;
const MAX: u64 = 0xffff_ffff_ffff_ffff;

public struct Supply<phantom T> has store {
    value: u64,
}

public struct Balance<phantom T> has store {
    value: u64,
}

public fun value<T>(self: &Balance<T>): u64 {
    self.value
}

public fun supply_value<T>(supply: &Supply<T>): u64 {
    supply.value
}

public fun create_supply<T: drop>(_: T): Supply<T> {
    Supply { value: 0 }
}

public(package) fun create_supply_internal<T>(): Supply<T> {
    Supply { value: 0 }
}

public fun increase_supply<T>(self: &mut Supply<T>, value: u64): Balance<T> {
    assert!(value <= MAX - self.value, EOverflow);
    self.value = self.value + value;
    Balance { value }
}

public fun zero<T>(): Balance<T> {
    Balance { value: 0 }
}

/// Returns the new value.
public fun join<T>(self: &mut Balance<T>, balance: Balance<T>): u64 {
    let Balance { value } = balance;
    self.value = self.value + value;
    self.value
}

public fun split<T>(self: &mut Balance<T>, value: u64): Balance<T> {
    assert!(value <= self.value, ENotEnough);
    self.value = self.value - value;
    Balance { value }
}

public fun withdraw_all<T>(self: &mut Balance<T>): Balance<T> {
    let value = self.value;
    self.split(value)
}

public fun destroy_zero<T>(balance: Balance<T>) {
    let Balance { value } = balance;
    assert!(value == 0, ENonZero);
}

public(package) fun destroy_supply<T>(self: Supply<T>): u64 {
    let Supply { value } = self;
    value
}

#[test_only]
public fun create_for_testing<T>(value: u64): Balance<T> {
    Balance { value }
}

#[test_only]
public fun destroy_for_testing<T>(self: Balance<T>): u64 {
    let Balance { value } = self;
    value
}
