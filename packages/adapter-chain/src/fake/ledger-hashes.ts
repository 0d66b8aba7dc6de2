import { createHash } from 'node:crypto'
import type { Address } from '@dropkit/core'
import { fromBase58, toBase58 } from '@mysten/bcs'

type Part = string | number | bigint

const DIGEST_BYTES = 32

const hashOf = (parts: readonly Part[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest()

/** A transaction digest in Sui's form: base58 of 32 bytes. The same parts always give the same digest. */
export const digestOf = (...parts: readonly Part[]): string => toBase58(hashOf(parts))

/** The id of an object, a package or an account, in Sui's form. The same parts always give the same id. */
export const objectIdOf = (...parts: readonly Part[]): Address =>
  `0x${hashOf(parts).toString('hex')}` as Address

/** Whether a text has the form of a digest. If not, it is not looked up. */
export function isDigest(text: string): boolean {
  try {
    return text.length <= 44 && fromBase58(text).length === DIGEST_BYTES
  } catch {
    return false
  }
}
