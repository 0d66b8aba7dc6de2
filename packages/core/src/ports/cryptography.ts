import type { Address } from '../domain/address.ts'
import type { Sealed, VoucherKey } from '../domain/drop.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'

/** Encrypts secrets under the master key, because others may read the store. */
export interface Secrets {
  /** Encrypts and authenticates. Opening needs the same `purpose`, so a value that was moved elsewhere does not open. */
  seal(bytes: Uint8Array, purpose: string): Sealed
  /** Throws if the value was changed, was sealed for another purpose, or uses an unknown key. */
  open(sealed: Sealed, purpose: string): Uint8Array
}

/** Makes and uses the Ed25519 keys with which drops sign vouchers. */
export interface VoucherSigner {
  /** Generates a key pair. The private key is sealed for this drop. */
  generate(dropId: string): VoucherKey
  /** Imports `suiprivkey1…`; undefined if the text is not an Ed25519 private key. */
  import(dropId: string, privateKey: string): VoucherKey | undefined
  /** The private key as `suiprivkey1…`, for its owner. */
  export(dropId: string, key: VoucherKey): string
  /**
   * The 64-byte Ed25519 signature over the bytes, base64. May use other threads. Called before the claim is committed: nobody
   * gets the signature if the commit fails, and another claim may then have the same nonce.
   */
  sign(dropId: string, key: VoucherKey, bytes: Uint8Array): Promise<string>
}

/** The hashes that the rules need. Synchronous, because draws are computed one by one under the drop's lock. */
export interface Hashes {
  /** SHA-256; 32 bytes. The given bytes may change after the call. */
  sha256(bytes: Uint8Array): Uint8Array
  /** HMAC-SHA256 of a UTF-8 message; 32 bytes. */
  hmacSha256(key: Uint8Array, message: string): Uint8Array
}

/** The Ed25519 keys of claim links. The private keys exist only in the links. */
export interface LinkKeys {
  /**
   * The public keys of 32-byte private keys, in order, in base64url. There may be 100,000, so the work must not block the
   * process. Each private key is generated when it is read, so read them one by one.
   */
  publicKeysOf(privateKeys: Iterable<Uint8Array>): Promise<readonly string[]>
  /** Whether this key signed the message (UTF-8). The signature is base64url of 64 bytes. Never throws. */
  verify(publicKey: string, message: string, signature: string): Promise<boolean>
}

/** Verifies signatures of wallets. */
export interface WalletVerifier {
  /**
   * Whether this is the wallet's signature over the message as a personal message. For some kinds of wallets, only the
   * chain can decide. Must not block the process: a multisig takes tens of milliseconds. Refuses with `chain_unavailable` or
   * `overloaded` if it cannot tell now. Never throws because of a malformed signature. `sender` is the user or network address
   * that sent the signature: the signatures of one sender must not delay those of others by much.
   */
  verify(
    address: Address,
    message: string,
    signature: string,
    sender: string,
  ): Promise<Result<boolean, Refusal>>
}

/** Verifies tokens of an OpenID provider. */
export interface OpenIdVerifier {
  /**
   * The token's subject if the token is valid now, otherwise null. Throws if the keys cannot be read; if the error has the
   * `statusCode` 503, the client gets its message and may try again.
   */
  verify(token: string): Promise<{ readonly subject: string; readonly email: string | null } | null>
}
