import type { Authenticated, Caller } from '@dropkit/core'
import { isEscaped } from '@dropkit/core/internal'

/** The limits of one request. Each error names the limit, its value and the requested value. */
export const LIMITS = {
  bodyBytes: 14 * 1024 * 1024,
  /**
   * Parts of a body above 1 MiB with characters that are not ASCII. What may be so large consists of ASCII: files, keys,
   * wallets.
   */
  nonAsciiBytes: 4 * 1024 * 1024,
  queryBytes: 64 * 1024,
  /** Characters of variables, and 64 for each value, at each place where a variable is used again. */
  repeatedVariables: 8 * 1024 * 1024,
  queryTokens: 5_000,
  /** Nested brackets of any kind. The parser is recursive. */
  queryNesting: 200,
  queryFragments: 100,
  /** Selections that are visited to find conflicting fields. A fragment counts at each spread. */
  fieldComparisons: 20_000,
  queryDepth: 10,
  introspectionDepth: 15,
  /** Objects that the answer could contain. */
  queryCost: 20_000,
  /** The length of a list times the values that are asked for of each of its objects. */
  fieldsOfList: 40_000,
  /** The size of the answer as JSON. */
  answerBytes: 4 * 1024 * 1024,
  /** Bodies above `SMALL_BODY_BYTES` that a user's requests keep in memory at the same time. */
  bodyBytesAtOnce: 4 * 14 * 1024 * 1024,
  /** Large answers that a user's clients have not read yet. */
  answerBytesAtOnce: 32 * 1024 * 1024,
  /** Approximate number of values and names in the body: a little more than the longest allowed list has. */
  bodyValues: 110_000,
  /** Objects in the schema's description: a fifth more than the standard introspection query asks for. */
  introspectionCost: 85_000,
  /** Transactions that the chain prepares for fields of payment intents. */
  paymentTransactions: 5,
} as const

/** An exceeded rate limit: its name, its value, and the requested value. */
export interface RateRefusal {
  readonly message: string
  readonly limit: string
  readonly value: number
  readonly asked: number
  readonly retryAfterMs: number
}

/** Rate limits. The server provides them; without them, requests are not limited. */
export interface RequestLimits {
  /**
   * Takes one token per root field from a credential. For an anonymous visitor, takes them from the network address
   * instead, because a visitor can get any number of credentials. `headers` are added to every answer.
   */
  takeTokens(
    authenticated: Authenticated,
    count: number,
    address: string,
  ): Promise<{ readonly refusal: RateRefusal | null; readonly headers: Readonly<Record<string, string>> }>
  /**
   * Takes tokens for an answer that was made already: as many as there are, up to `count`. Returns after how many
   * milliseconds there are `count` tokens again, or 0 if there were enough.
   */
  chargeTokens?(authenticated: Authenticated, count: number, address: string): Promise<number>
  /**
   * Counts an invalid credential (not a missing one) by its network address. If a refusal is returned, it is sent as the
   * answer.
   */
  countBadCredential(address: string): Promise<RateRefusal | null>
  /**
   * Counts requests that make the server immediately call a URL of the caller's choice, up to `WEBHOOK_SENDS_PER_MINUTE`,
   * so that a caller cannot use the server to flood another one.
   */
  countWebhookSend(caller: Caller): Promise<RateRefusal | null>
}

/** A name takes `JSON.parse` several times as long as a value, because objects with many names are hash tables. */
export const VALUES_PER_NAME = 5

/** The signs of a JSON text that come with a value, and for how many values they count. */
const SIGNS: readonly (readonly [sign: string, cost: number])[] = [
  [',', 1],
  ['[', 1],
  ['{', 1],
  [':', VALUES_PER_NAME],
]

/**
 * The approximate number of values in a JSON text: its commas, colons and opening brackets outside of strings, so names
 * count as well, as `VALUES_PER_NAME` each, and so do empty lists. Stops when there are more than `most`. An escaped quote
 * inside of a string counts too, because it costs as much as a value.
 */
export function valuesIn(text: string, most: number): number {
  let atMost = 1
  for (const [sign, cost] of SIGNS) atMost += cost * countOf(text, sign, most)
  return atMost <= most ? atMost : 1 + signsIn(text, most)
}

function countOf(text: string, sign: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** Skips from quote to quote, past the contents of strings. */
function signsIn(text: string, most: number): number {
  const signs = SIGNS.map(([sign, cost]) => ({ sign, cost, next: text.indexOf(sign) }))
  let count = 0
  for (let at = 0; count <= most; ) {
    const opening = text.indexOf('"', at)
    const end = opening === -1 ? text.length : opening
    for (const place of signs) {
      if (place.next !== -1 && place.next < at) place.next = text.indexOf(place.sign, at)
      for (; place.next !== -1 && place.next < end && count <= most; count += place.cost)
        place.next = text.indexOf(place.sign, place.next + 1)
    }
    if (opening === -1) break
    let closing = text.indexOf('"', opening + 1)
    for (; closing !== -1 && isEscaped(text, closing) && count <= most; count++)
      closing = text.indexOf('"', closing + 1)
    if (closing === -1) break
    at = closing + 1
  }
  return count
}
