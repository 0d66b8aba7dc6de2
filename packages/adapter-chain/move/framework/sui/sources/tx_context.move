module sui::tx_context;

public struct TxContext has drop {
    sender: address,
    tx_hash: vector<u8>,
    epoch: u64,
    epoch_timestamp_ms: u64,
    ids_created: u64,
}

public fun sender(_self: &TxContext): address {
    native_sender()
}

public fun digest(self: &TxContext): &vector<u8> {
    &self.tx_hash
}

public fun epoch(_self: &TxContext): u64 {
    native_epoch()
}

public fun epoch_timestamp_ms(_self: &TxContext): u64 {
    native_epoch_timestamp_ms()
}

public fun fresh_object_address(_ctx: &mut TxContext): address {
    fresh_id()
}

native fun native_sender(): address;
native fun native_epoch(): u64;
native fun native_epoch_timestamp_ms(): u64;
native fun fresh_id(): address;

/// From now on, code runs as a transaction with this sender and digest (32 bytes), from which new ids are derived.
#[test_only]
public fun new(
    sender: address,
    tx_hash: vector<u8>,
    epoch: u64,
    epoch_timestamp_ms: u64,
    ids_created: u64,
): TxContext {
    replace(
        sender,
        tx_hash,
        epoch,
        epoch_timestamp_ms,
        ids_created,
        native_rgp(),
        native_gas_price(),
        native_gas_budget(),
        native_sponsor(),
    );
    TxContext { sender, tx_hash, epoch, epoch_timestamp_ms, ids_created }
}

#[test_only]
native fun replace(
    sender: address,
    tx_hash: vector<u8>,
    epoch: u64,
    epoch_timestamp_ms: u64,
    ids_created: u64,
    rgp: u64,
    gas_price: u64,
    gas_budget: u64,
    sponsor: vector<address>,
);
#[test_only]
native fun native_rgp(): u64;
#[test_only]
native fun native_gas_price(): u64;
#[test_only]
native fun native_gas_budget(): u64;
#[test_only]
native fun native_sponsor(): vector<address>;
