module sui::package;

use std::ascii::String;
use std::type_name;
use sui::types;

const ENotOneTimeWitness: u64 = 0;

/// Proof of who published a package.
public struct Publisher has key, store {
    id: UID,
    package: String,
    module_name: String,
}

/// Who may upgrade a package.
public struct UpgradeCap has key, store {
    id: UID,
    package: ID,
    version: u64,
    policy: u8,
}

/// What the proof says of its package is not modelled: both texts are the witness's type.
public fun claim<OTW: drop>(otw: OTW, ctx: &mut TxContext): Publisher {
    assert!(types::is_one_time_witness(&otw), ENotOneTimeWitness);
    let name = type_name::with_original_ids<OTW>().into_string();
    Publisher { id: object::new(ctx), package: name, module_name: name }
}
