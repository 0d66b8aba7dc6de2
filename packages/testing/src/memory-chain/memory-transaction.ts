import type { Instant } from '@dropkit/core'

/** A move as it is signed: what to do, a number that tells it from an equal one, and until when it may be sent. */
export interface WrittenMove<Move> {
  readonly count: number
  readonly expiresAt: Instant
  readonly move: Move
}

/** Every JavaScript engine has it, though not every type library says so. */
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
