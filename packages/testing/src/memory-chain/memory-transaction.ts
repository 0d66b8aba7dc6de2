import type { Instant, Voucher } from '@dropkit/core'
import { bytesOfHex, invariant, utf8 } from '@dropkit/core/internal'

/** A signed move: the action, a number that makes equal moves different, and the time until which it may be sent. */
export interface WrittenMove<Move> {
  readonly count: number
  readonly expiresAt: Instant
  readonly move: Move
}

/** Exists in every JavaScript engine, but not in every type library. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

const decoder = new TextDecoder()

/** JSON with amounts as `{"$amount": "…"}`. */
export const writeMove = (written: WrittenMove<unknown>): string =>
  JSON.stringify(written, (_, value: unknown) =>
    typeof value === 'bigint' ? { $amount: String(value) } : value,
  )

export const readMove = <Move>(bytes: Uint8Array): WrittenMove<Move> =>
  JSON.parse(decoder.decode(bytes), (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$amount' in value ? BigInt(String(value.$amount)) : value,
  ) as WrittenMove<Move>

const DOMAIN = utf8('dropkit::claim::v1')
const ADDRESS_BYTES = 32

/** BCS of `{domain: vector<u8>, drop_id: address, claimer: address, amount: u64, nonce: u64, expiry_ms: u64}`. */
export function memoryVoucherBytes(voucher: Voucher): Uint8Array {
  const bytes = new Uint8Array(1 + DOMAIN.length + 2 * ADDRESS_BYTES + 3 * 8)
  const view = new DataView(bytes.buffer)
  let at = 0
  const put = (part: Uint8Array) => {
    bytes.set(part, at)
    at += part.length
  }
  put(Uint8Array.of(DOMAIN.length))
  put(DOMAIN)
  for (const address of [voucher.dropObjectId, voucher.claimer]) {
    const part = bytesOfHex(address.slice(2))
    invariant(part?.length === ADDRESS_BYTES, `${address} is not a normalised address`)
    put(part)
  }
  for (const value of [voucher.amount, BigInt(voucher.nonce), BigInt(voucher.expiresAt)]) {
    view.setBigUint64(at, value, true)
    at += 8
  }
  return bytes
}
