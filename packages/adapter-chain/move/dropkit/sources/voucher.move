/// The permission to claim. A drop's key signs it off the chain. The drop verifies the signature and pays.
module dropkit::voucher;

use std::bcs;
use sui::ed25519;

/// Distinguishes vouchers from anything else that a drop's key could ever sign.
const DOMAIN: vector<u8> = b"dropkit::claim::v1";

const PUBLIC_KEY_BYTES: u64 = 32;

/// The signed message is the BCS of these fields, in this order.
public struct Voucher has drop {
    domain: vector<u8>,
    drop_id: address,
    claimer: address,
    amount: u64,
    nonce: u64,
    expiry_ms: u64,
}

/// Whether `signature` (64 bytes) of `public_key` (32 bytes) over this voucher is valid. False if either is malformed.
/// Does not check whether the voucher has expired or was used; the drop does.
public fun verify(
    public_key: &vector<u8>,
    drop_id: address,
    claimer: address,
    amount: u64,
    nonce: u64,
    expiry_ms: u64,
    signature: &vector<u8>,
): bool {
    let voucher = Voucher { domain: DOMAIN, drop_id, claimer, amount, nonce, expiry_ms };
    ed25519::ed25519_verify(signature, public_key, &bcs::to_bytes(&voucher))
}

/// Whether these bytes have the length of a public key.
public(package) fun is_public_key(public_key: &vector<u8>): bool {
    public_key.length() == PUBLIC_KEY_BYTES
}

#[test_only]
public fun bytes_for_testing(
    drop_id: address,
    claimer: address,
    amount: u64,
    nonce: u64,
    expiry_ms: u64,
): vector<u8> {
    bcs::to_bytes(&Voucher { domain: DOMAIN, drop_id, claimer, amount, nonce, expiry_ms })
}
