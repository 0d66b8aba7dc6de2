import type { Sealed, VoucherKey } from '../domain/drop.ts'

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
  /** The 64-byte Ed25519 signature over the bytes, base64. May use other threads. */
  sign(dropId: string, key: VoucherKey, bytes: Uint8Array): Promise<string>
}
