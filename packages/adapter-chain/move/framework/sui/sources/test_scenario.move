#[test_only]
module sui::test_scenario;

use std::bcs;
use sui::transfer::{share_object_impl, transfer_impl};
use sui::vec_map::VecMap;

const EEmptyInventory: u64 = 3;

/// Runs transactions in sequence. Each sees the state that the earlier ones left.
public struct Scenario {
    txn_number: u64,
    ctx: TxContext,
}

public struct TransactionEffects has drop {
    created: vector<ID>,
    written: vector<ID>,
    deleted: vector<ID>,
    transferred_to_account: VecMap<ID, address>,
    transferred_to_object: VecMap<ID, ID>,
    shared: vector<ID>,
    frozen: vector<ID>,
    num_user_events: u64,
}

public fun begin(sender: address): Scenario {
    Scenario { txn_number: 0, ctx: context(sender, 0) }
}

/// Ends the transaction. Objects that it transferred can be taken from now on.
public fun next_tx(scenario: &mut Scenario, sender: address): TransactionEffects {
    scenario.txn_number = scenario.txn_number + 1;
    scenario.ctx = context(sender, scenario.txn_number);
    end_transaction()
}

public fun end(scenario: Scenario): TransactionEffects {
    let Scenario { txn_number: _, ctx: _ } = scenario;
    end_transaction()
}

public fun ctx(scenario: &mut Scenario): &mut TxContext {
    &mut scenario.ctx
}

public fun sender(scenario: &Scenario): address {
    scenario.ctx.sender()
}

public fun deleted(effects: &TransactionEffects): vector<ID> {
    effects.deleted
}

/// The object that was transferred to an account last.
public fun take_from_address<T: key>(scenario: &Scenario, account: address): T {
    let id = most_recent_id_for_address<T>(account);
    assert!(id.is_some(), EEmptyInventory);
    take_from_address_by_id(scenario, account, id.destroy_some())
}

public fun has_most_recent_for_address<T: key>(account: address): bool {
    most_recent_id_for_address<T>(account).is_some()
}

public fun return_to_address<T: key>(account: address, t: T) {
    transfer_impl(t, account)
}

/// The object that was shared last.
public fun take_shared<T: key>(scenario: &Scenario): T {
    let id = most_recent_id_shared<T>();
    assert!(id.is_some(), EEmptyInventory);
    take_shared_by_id(scenario, id.destroy_some())
}

public fun has_most_recent_shared<T: key>(): bool {
    most_recent_id_shared<T>().is_some()
}

public fun return_shared<T: key>(t: T) {
    share_object_impl(t)
}

public fun has_most_recent_immutable<T: key>(): bool {
    most_recent_immutable_id<T>().is_some()
}

public native fun take_from_address_by_id<T: key>(scenario: &Scenario, account: address, id: ID): T;
public native fun most_recent_id_for_address<T: key>(account: address): Option<ID>;
public native fun ids_for_address<T: key>(account: address): vector<ID>;
public native fun take_shared_by_id<T: key>(scenario: &Scenario, id: ID): T;
public native fun most_recent_id_shared<T: key>(): Option<ID>;
public native fun most_recent_immutable_id<T: key>(): Option<ID>;

native fun end_transaction(): TransactionEffects;

fun context(sender: address, number: u64): TxContext {
    let mut digest = bcs::to_bytes(&number);
    while (digest.length() < 32) digest.push_back(0);
    tx_context::new(sender, digest, 0, 0, 0)
}
