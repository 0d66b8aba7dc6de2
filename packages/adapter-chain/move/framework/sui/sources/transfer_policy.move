module sui::transfer_policy;

use std::type_name::TypeName;
use sui::balance::{Self, Balance};
use sui::package::Publisher;
use sui::sui::SUI;
use sui::vec_set::{Self, VecSet};

const ENotOwner: u64 = 4;

/// The rules by which kiosks trade a type, and the fees that they have collected.
public struct TransferPolicy<phantom T> has key, store {
    id: UID,
    balance: Balance<SUI>,
    rules: VecSet<TypeName>,
}

public struct TransferPolicyCap<phantom T> has key, store {
    id: UID,
    policy_id: ID,
}

public fun new<T>(pub: &Publisher, ctx: &mut TxContext): (TransferPolicy<T>, TransferPolicyCap<T>) {
    assert!(pub.from_package<T>(), ENotOwner);
    let policy = TransferPolicy<T> { id: object::new(ctx), balance: balance::zero(), rules: vec_set::empty() };
    let cap = TransferPolicyCap<T> { id: object::new(ctx), policy_id: object::id(&policy) };
    (policy, cap)
}
