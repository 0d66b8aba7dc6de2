module sui::vec_set;

public struct VecSet<K: copy + drop> has copy, drop, store {
    contents: vector<K>,
}

public fun empty<K: copy + drop>(): VecSet<K> {
    VecSet { contents: vector[] }
}
