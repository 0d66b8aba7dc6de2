module sui::event;

public native fun emit<T: copy + drop>(event: T);

/// The number of events that this transaction has emitted so far.
#[test_only]
public native fun num_events(): u32;

/// The events of one type that this transaction has emitted so far.
#[test_only]
public native fun events_by_type<T: copy + drop>(): vector<T>;
