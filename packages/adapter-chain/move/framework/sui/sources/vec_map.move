module sui::vec_map;

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
