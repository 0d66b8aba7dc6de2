import type { Sealed, VoucherKey } from '../domain/drop.ts'

/** Keeps what must be kept secret in a store that others may read: everything is sealed under the master key. */
export interface Secrets {
  /** Encrypts and authenticates. `purpose` must be given again to open: a value moved elsewhere does not open. */
  seal(bytes: Uint8Array, purpose: string): Sealed
  /** Throws when the value was changed, sealed for something else, or under a key that is not known. */
  open(sealed: Sealed, purpose: string): Uint8Array
}

/** Makes and uses the Ed25519 keys by which drops sign vouchers. */
export interface VoucherSigner {
  /** A new key pair, its private part sealed for this drop. */
  generate(dropId: string): VoucherKey
  /** Takes `suiprivkey1…`; undefined when the text is no Ed25519 private key. */
  import(dropId: string, privateKey: string): VoucherKey | undefined
  /** The private key as `suiprivkey1…`, for its owner. */
  export(dropId: string, key: VoucherKey): string
  /** The 64-byte Ed25519 signature over the bytes, base64. May use other threads. */
  sign(dropId: string, key: VoucherKey, bytes: Uint8Array): Promise<string>
}
