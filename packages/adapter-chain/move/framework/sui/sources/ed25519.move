module sui::ed25519;

/// Also false if the signature or the key is malformed.
public native fun ed25519_verify(signature: &vector<u8>, public_key: &vector<u8>, msg: &vector<u8>): bool;
