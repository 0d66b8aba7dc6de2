module sui::address;

public native fun from_bytes(bytes: vector<u8>): address;
public native fun from_u256(n: u256): address;
public native fun to_u256(a: address): u256;
