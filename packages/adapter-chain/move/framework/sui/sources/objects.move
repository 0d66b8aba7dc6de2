module sui::object {
    use std::bcs;

    public use fun id_to_address as ID.to_address;
    public use fun uid_to_address as UID.to_address;
    public use fun uid_to_inner as UID.to_inner;

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

    public fun id_from_address(bytes: address): ID {
        ID { bytes }
    }

    public fun id_to_address(id: &ID): address {
        id.bytes
    }

    public fun uid_to_address(uid: &UID): address {
        uid.id.bytes
    }

    public fun uid_to_inner(uid: &UID): ID {
        uid.id
    }

    /// A computed id, for dynamic fields.
    public(package) fun new_uid_from_hash(bytes: address): UID {
        record_new_uid(bytes);
        UID { id: ID { bytes } }
    }

    native fun borrow_uid<T: key>(obj: &T): &UID;
    native fun delete_impl(id: address);
    native fun record_new_uid(id: address);
}

module sui::transfer {
    public fun transfer<T: key>(obj: T, recipient: address) {
        transfer_impl(obj, recipient)
    }

    public fun public_transfer<T: key + store>(obj: T, recipient: address) {
        transfer_impl(obj, recipient)
    }

    public fun share_object<T: key>(obj: T) {
        share_object_impl(obj)
    }

    public fun public_share_object<T: key + store>(obj: T) {
        share_object_impl(obj)
    }

    public(package) native fun transfer_impl<T: key>(obj: T, recipient: address);
    public(package) native fun share_object_impl<T: key>(obj: T);
}

module sui::address {
    public native fun from_u256(n: u256): address;
}
