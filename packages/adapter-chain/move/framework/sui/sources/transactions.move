module sui::tx_context {
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

    public fun fresh_object_address(_ctx: &mut TxContext): address {
        fresh_id()
    }

    native fun native_sender(): address;
    native fun native_epoch(): u64;
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
}

module sui::clock {
    /// The only one is shared, at 0x6.
    public struct Clock has key {
        id: UID,
        timestamp_ms: u64,
    }

    public fun timestamp_ms(clock: &Clock): u64 {
        clock.timestamp_ms
    }

    #[test_only]
    public fun create_for_testing(ctx: &mut TxContext): Clock {
        Clock { id: object::new(ctx), timestamp_ms: 0 }
    }

    #[test_only]
    public fun set_for_testing(clock: &mut Clock, timestamp_ms: u64) {
        clock.timestamp_ms = timestamp_ms
    }

    #[test_only]
    public fun destroy_for_testing(clock: Clock) {
        let Clock { id, timestamp_ms: _ } = clock;
        id.delete()
    }
}

module sui::event {
    public native fun emit<T: copy + drop>(event: T);

    /// The number of events that this transaction has emitted so far.
    #[test_only]
    public native fun num_events(): u32;

    /// The events of one type that this transaction has emitted so far.
    #[test_only]
    public native fun events_by_type<T: copy + drop>(): vector<T>;
}

module sui::ed25519 {
    /// Also false if the signature or the key is malformed.
    public native fun ed25519_verify(signature: &vector<u8>, public_key: &vector<u8>, msg: &vector<u8>): bool;
}

module sui::types {
    public native fun is_one_time_witness<T: drop>(_: &T): bool;
}
