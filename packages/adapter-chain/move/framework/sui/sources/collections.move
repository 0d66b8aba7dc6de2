module sui::dynamic_field {
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
}

module sui::table {
    use sui::dynamic_field as field;

    const ETableNotEmpty: u64 = 0;

    /// Each entry is a dynamic field of `id`.
    public struct Table<phantom K: copy + drop + store, phantom V: store> has key, store {
        id: UID,
        size: u64,
    }

    public fun new<K: copy + drop + store, V: store>(ctx: &mut TxContext): Table<K, V> {
        Table { id: object::new(ctx), size: 0 }
    }

    public fun add<K: copy + drop + store, V: store>(table: &mut Table<K, V>, k: K, v: V) {
        field::add(&mut table.id, k, v);
        table.size = table.size + 1;
    }

    #[syntax(index)]
    public fun borrow<K: copy + drop + store, V: store>(table: &Table<K, V>, k: K): &V {
        field::borrow(&table.id, k)
    }

    #[syntax(index)]
    public fun borrow_mut<K: copy + drop + store, V: store>(table: &mut Table<K, V>, k: K): &mut V {
        field::borrow_mut(&mut table.id, k)
    }

    public fun contains<K: copy + drop + store, V: store>(table: &Table<K, V>, k: K): bool {
        field::exists_with_type<K, V>(&table.id, k)
    }

    public fun length<K: copy + drop + store, V: store>(table: &Table<K, V>): u64 {
        table.size
    }

    /// The entries stay on the chain and can no longer be changed.
    public fun drop<K: copy + drop + store, V: drop + store>(table: Table<K, V>) {
        let Table { id, size: _ } = table;
        id.delete()
    }
}

module sui::vec_map {
    public struct VecMap<K: copy, V> has copy, drop, store {
        contents: vector<Entry<K, V>>,
    }

    public struct Entry<K: copy, V> has copy, drop, store {
        key: K,
        value: V,
    }

    public fun empty<K: copy, V>(): VecMap<K, V> {
        VecMap { contents: vector[] }
    }

    public fun insert<K: copy, V>(self: &mut VecMap<K, V>, key: K, value: V) {
        self.contents.push_back(Entry { key, value })
    }

    public fun length<K: copy, V>(self: &VecMap<K, V>): u64 {
        self.contents.length()
    }

    #[syntax(index)]
    public fun get<K: copy, V>(self: &VecMap<K, V>, key: &K): &V {
        let mut i = 0;
        while (&self.contents[i].key != key) i = i + 1;
        &self.contents[i].value
    }
}

module sui::vec_set {
    public struct VecSet<K: copy + drop> has copy, drop, store {
        contents: vector<K>,
    }

    public fun empty<K: copy + drop>(): VecSet<K> {
        VecSet { contents: vector[] }
    }
}
