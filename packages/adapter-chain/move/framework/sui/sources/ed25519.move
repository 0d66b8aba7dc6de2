module sui::ed25519;

/// False too for a signature or a key that is none.
public native fun ed25519_verify(signature: &vector<u8>, public_key: &vector<u8>, msg: &vector<u8>): bool;
