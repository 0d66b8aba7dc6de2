module sui::object;

use std::bcs;

public use fun id_to_address as ID.to_address;
public use fun id_to_bytes as ID.to_bytes;
public use fun uid_to_address as UID.to_address;
public use fun uid_to_inner as UID.to_inner;
public use fun uid_as_inner as UID.as_inner;
public use fun uid_to_bytes as UID.to_bytes;

public struct ID has copy, drop, store {
    bytes: address,
}

public struct UID has store {
    id: ID,
}

public fun new(ctx: &mut TxContext): UID {
    UID { id: ID { bytes: ctx.fresh_object_address() } }
}

public fun delete(id: UID) {
    let UID { id: ID { bytes } } = id;
    delete_impl(bytes)
}

public fun id<T: key>(obj: &T): ID {
    borrow_uid(obj).id
}

public fun borrow_id<T: key>(obj: &T): &ID {
    &borrow_uid(obj).id
}

public fun id_address<T: key>(obj: &T): address {
    borrow_uid(obj).id.bytes
}

public fun id_bytes<T: key>(obj: &T): vector<u8> {
    bcs::to_bytes(&borrow_uid(obj).id)
}

public fun id_from_address(bytes: address): ID {
    ID { bytes }
}

public fun id_to_address(id: &ID): address {
    id.bytes
}

public fun id_to_bytes(id: &ID): vector<u8> {
    bcs::to_bytes(&id.bytes)
}

public fun uid_to_address(uid: &UID): address {
    uid.id.bytes
}

public fun uid_to_inner(uid: &UID): ID {
    uid.id
}

public fun uid_as_inner(uid: &UID): &ID {
    &uid.id
}

public fun uid_to_bytes(uid: &UID): vector<u8> {
    bcs::to_bytes(&uid.id.bytes)
}

/// A computed id, for dynamic fields.
public(package) fun new_uid_from_hash(bytes: address): UID {
    record_new_uid(bytes);
    UID { id: ID { bytes } }
}


native fun borrow_uid<T: key>(obj: &T): &UID;
native fun delete_impl(id: address);
native fun record_new_uid(id: address);
