#[defines_primitive(vector)]
module std::vector;

// Instructions of the virtual machine.

#[bytecode_instruction]
public native fun empty<Element>(): vector<Element>;

#[bytecode_instruction]
public native fun length<Element>(v: &vector<Element>): u64;

#[syntax(index)]
#[bytecode_instruction]
public native fun borrow<Element>(v: &vector<Element>, i: u64): &Element;

#[syntax(index)]
#[bytecode_instruction]
public native fun borrow_mut<Element>(v: &mut vector<Element>, i: u64): &mut Element;

#[bytecode_instruction]
public native fun push_back<Element>(v: &mut vector<Element>, e: Element);

#[bytecode_instruction]
public native fun pop_back<Element>(v: &mut vector<Element>): Element;

#[bytecode_instruction]
public native fun destroy_empty<Element>(v: vector<Element>);

#[bytecode_instruction]
public native fun swap<Element>(v: &mut vector<Element>, i: u64, j: u64);

public fun is_empty<Element>(v: &vector<Element>): bool {
    v.length() == 0
}

public fun append<Element>(v: &mut vector<Element>, mut other: vector<Element>) {
    let from = v.length();
    while (!other.is_empty()) v.push_back(other.pop_back());
    other.destroy_empty();
    // The elements are in reverse order.
    let mut left = from;
    let mut right = v.length();
    while (left + 1 < right) {
        right = right - 1;
        v.swap(left, right);
        left = left + 1;
    };
}
