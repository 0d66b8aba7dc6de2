import { badIdempotencyKey } from '../errors/idempotency-errors.ts'

const VISIBLE = /^[\x21-\x7e]{1,255}$/

/** Reads the header of a mutation. Throws if it is not a valid key. */
export function readIdempotencyKey(header: string | readonly string[]): string {
  if (typeof header !== 'string' || !VISIBLE.test(header)) {
    throw badIdempotencyKey('must have 1 to 255 visible ASCII characters, and no blanks')
  }
  return header
}
