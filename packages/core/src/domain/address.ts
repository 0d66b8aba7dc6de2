import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

declare const addressBrand: unique symbol

/** A Sui address in normal form: 0x and 64 lower-case hex digits. */
export type Address = string & { readonly [addressBrand]: true }

const NORMAL_ADDRESS = /^0x[0-9a-f]{64}$/
const HEX_ADDRESS = /^0x[0-9a-f]{1,64}$/i

/** Reads 0x and 1 to 64 hex digits in any case; shorter ones are padded with zeros on the left. */
export function parseAddress(text: string, field: string): Result<Address, Refusal> {
  // Most addresses come in normal form. A copy of each would cost more than reading it.
  if (typeof text === 'string' && NORMAL_ADDRESS.test(text)) return ok(text as Address)
  if (typeof text !== 'string' || !HEX_ADDRESS.test(text)) {
    return err(badInput(field, 'NO_ADDRESS', `${field} must be an address: 0x and 1 to 64 hex digits`))
  }
  return ok(`0x${text.slice(2).toLowerCase().padStart(64, '0')}` as Address)
}
