module sui::package;

use std::ascii::String;
use std::type_name;
use sui::types;

public use fun burn_publisher as Publisher.burn;

const ENotOneTimeWitness: u64 = 0;

/// The proof of having published a package.
public struct Publisher has key, store {
    id: UID,
    package: String,
    module_name: String,
}

/// The capability to upgrade a package.
public struct UpgradeCap has key, store {
    id: UID,
    package: ID,
    version: u64,
    policy: u8,
}

public fun claim<OTW: drop>(otw: OTW, ctx: &mut TxContext): Publisher {
    assert!(types::is_one_time_witness(&otw), ENotOneTimeWitness);
    let name = type_name::with_original_ids<OTW>();
    Publisher { id: object::new(ctx), package: name.address_string(), module_name: name.module_string() }
}

public fun burn_publisher(self: Publisher) {
    let Publisher { id, .. } = self;
    id.delete();
}

public fun from_package<T>(self: &Publisher): bool {
    type_name::with_original_ids<T>().address_string() == self.package
}

public fun from_module<T>(self: &Publisher): bool {
    let name = type_name::with_original_ids<T>();
    name.address_string() == self.package && name.module_string() == self.module_name
}

#[test_only]
public fun test_claim<OTW: drop>(_: OTW, ctx: &mut TxContext): Publisher {
    let name = type_name::with_original_ids<OTW>();
    Publisher { id: object::new(ctx), package: name.address_string(), module_name: name.module_string() }
}
