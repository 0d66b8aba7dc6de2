import type { Instant } from '@dropkit/core'

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
