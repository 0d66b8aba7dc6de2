module std::option;

const EOptionIsSet: u64 = 0x40000;
const EOptionNotSet: u64 = 0x40001;

/// Holds one element or none.
public struct Option<Element> has copy, drop, store {
    vec: vector<Element>,
}

public fun none<Element>(): Option<Element> {
    Option { vec: vector[] }
}

public fun some<Element>(e: Element): Option<Element> {
    Option { vec: vector[e] }
}

public fun is_none<Element>(t: &Option<Element>): bool {
    t.vec.is_empty()
}

public fun is_some<Element>(t: &Option<Element>): bool {
    !t.vec.is_empty()
}

public fun borrow<Element>(t: &Option<Element>): &Element {
    assert!(t.is_some(), EOptionNotSet);
    &t.vec[0]
}

public fun swap<Element>(t: &mut Option<Element>, e: Element): Element {
    assert!(t.is_some(), EOptionNotSet);
    let old = t.vec.pop_back();
    t.vec.push_back(e);
    old
}

public fun destroy_some<Element>(t: Option<Element>): Element {
    assert!(t.is_some(), EOptionNotSet);
    let Option { mut vec } = t;
    let e = vec.pop_back();
    vec.destroy_empty();
    e
}

public fun destroy_none<Element>(t: Option<Element>) {
    assert!(t.is_none(), EOptionIsSet);
    let Option { vec } = t;
    vec.destroy_empty();
}
