import { badIdempotencyKey } from '../errors/idempotency-errors.ts'

const VISIBLE = /^[\x21-\x7e]{1,255}$/

/** Reads the header of a request that changes something; throws when it cannot be a key. */
export function readIdempotencyKey(header: string | readonly string[]): string {
  if (typeof header !== 'string' || !VISIBLE.test(header)) {
    throw badIdempotencyKey('must have 1 to 255 visible ASCII characters, and no blanks')
  }
  return header
}
