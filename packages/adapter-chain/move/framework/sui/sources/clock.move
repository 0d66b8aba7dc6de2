module sui::clock;

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

/// Shares it, so that later transactions of a test can use it.
#[test_only]
public fun share_for_testing(clock: Clock) {
    transfer::share_object(clock)
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
