module sui::dynamic_field;

const EFieldAlreadyExists: u64 = 0;

public struct Field<Name: copy + drop + store, Value: store> has key {
    id: UID,
    name: Name,
    value: Value,
}

public fun add<Name: copy + drop + store, Value: store>(object: &mut UID, name: Name, value: Value) {
    let parent = object.to_address();
    let child = hash_type_and_key(parent, name);
    assert!(!has_child_object(parent, child), EFieldAlreadyExists);
    add_child_object(parent, Field { id: object::new_uid_from_hash(child), name, value })
}

public fun borrow<Name: copy + drop + store, Value: store>(object: &UID, name: Name): &Value {
    let child = hash_type_and_key(object.to_address(), name);
    &borrow_child_object<Field<Name, Value>>(object, child).value
}

public fun borrow_mut<Name: copy + drop + store, Value: store>(object: &mut UID, name: Name): &mut Value {
    let child = hash_type_and_key(object.to_address(), name);
    &mut borrow_child_object_mut<Field<Name, Value>>(object, child).value
}

public fun remove<Name: copy + drop + store, Value: store>(object: &mut UID, name: Name): Value {
    let parent = object.to_address();
    let child = hash_type_and_key(parent, name);
    let Field { id, name: _, value } = remove_child_object<Field<Name, Value>>(parent, child);
    id.delete();
    value
}

public fun exists_<Name: copy + drop + store>(object: &UID, name: Name): bool {
    let parent = object.to_address();
    has_child_object(parent, hash_type_and_key(parent, name))
}

public fun exists_with_type<Name: copy + drop + store, Value: store>(object: &UID, name: Name): bool {
    let parent = object.to_address();
    has_child_object_with_ty<Field<Name, Value>>(parent, hash_type_and_key(parent, name))
}

public(package) native fun hash_type_and_key<K: copy + drop + store>(parent: address, k: K): address;
public(package) native fun add_child_object<Child: key>(parent: address, child: Child);
public(package) native fun borrow_child_object<Child: key>(object: &UID, id: address): &Child;
public(package) native fun borrow_child_object_mut<Child: key>(object: &mut UID, id: address): &mut Child;
public(package) native fun remove_child_object<Child: key>(parent: address, id: address): Child;
public(package) native fun has_child_object(parent: address, id: address): bool;
public(package) native fun has_child_object_with_ty<Child: key>(parent: address, id: address): bool;
