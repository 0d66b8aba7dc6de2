import type { GraphQLError, GraphQLResolveInfo } from 'graphql'
import { rateLimited, tooComplex } from '../errors/request-error.ts'
import { JsonText } from '../scalars/scalars.ts'
import { createAtOnceLimit, type Receiver } from './at-once.ts'
import { LIMITS } from './limits.ts'
import { createLendingSlots } from './turns.ts'

/** An answer of more bytes is written in a turn of the event loop of its own, and takes rate-limit tokens for its size. */
export const SMALL_ANSWER_BYTES = 64 * 1024

/** Whether a value is larger than `SMALL_ANSWER_BYTES` as JSON. Reads only so much of it. */
export const isLargeAnswer = (value: unknown): boolean =>
  leastBytes(value, SMALL_ANSWER_BYTES) > SMALL_ANSWER_BYTES

/** The tokens that an answer takes in addition to those of its root fields: one for each full `SMALL_ANSWER_BYTES`. */
export const tokensOfSize = (bytes: number): number => Math.floor(bytes / SMALL_ANSWER_BYTES)

/** A value as JSON, or the error that it is larger than the limit for an answer. */
export type Written = { readonly text: string } | { readonly refusal: GraphQLError }

/**
 * Converts an answer to JSON. Its size is counted first, because the same value may occur in it a thousand times. Counting
 * stops at the limit.
 */
export function writeJson(value: unknown): Written {
  const most = LIMITS.answerBytes
  const least = leastBytes(value, most)
  if (least > most) return { refusal: refusalOfSize(null, most) }
  const text = JSON.stringify(value)
  const bytes = text.length > most / 3 ? Buffer.byteLength(text) : text.length
  return bytes > most ? { refusal: refusalOfSize(bytes, most) } : { text }
}

/** The JSON of a whole answer whose data was written already. */
export function aroundData(data: Written, errors: readonly unknown[] | undefined): Written {
  if ('refusal' in data) return data
  return { text: `{"data":${data.text}${errors ? `,"errors":${JSON.stringify(errors)}` : ''}}` }
}

/** @param asked The size in bytes. Null if only a part of the answer was counted. */
export const refusalOfSize = (asked: number | null, value: number = LIMITS.answerBytes): GraphQLError =>
  tooComplex(
    `The answer is ${asked ?? `more than ${value}`} bytes long, at most ${value} are sent: ask for less`,
    {
      limit: 'answerBytes',
      value,
      asked,
    },
  )

/** Returns a lower bound for the bytes of a value as JSON. Counting stops when there are too many. */
function leastBytes(value: unknown, most: number): number {
  let bytes = 0
  const inside: unknown[] = [value]
  while (inside.length > 0 && bytes <= most) {
    const next = inside.pop()
    if (typeof next === 'string') bytes += next.length + 2
    else if (typeof next !== 'object' || next === null) bytes += 2
    else if (next instanceof JsonText) bytes += next.text.length
    else if (Array.isArray(next)) {
      bytes += next.length + 1
      if (bytes <= most) for (const element of next) inside.push(element)
    } else {
      for (const key in next) {
        bytes += key.length + 4
        if (bytes > most) break
        inside.push((next as { readonly [key: string]: unknown })[key])
      }
    }
  }
  return bytes
}

/** An answer with more objects is large. */
const MANY_OBJECTS = 250
/**
 * Large answers of the whole process are built a few at a time. An owner has a slot less, because an answer keeps its slot
 * while it waits, for example for the chain.
 */
const slots = createLendingSlots({ count: 4, countOfOwner: 3, longestMs: 10_000 })

/** How many operations of one owner have longer lists in memory. Other owners do not wait for them. */
const LISTS_AT_ONCE = { limit: 'largeListsAtOnce', value: 4 }
const largeLists = createAtOnceLimit({ ...LISTS_AT_ONCE, unit: 'large lists' })
/** The client of an operation that goes on if it has gone. */
const STAYS: Receiver = { hasGone: () => false, onGone: () => () => {} }

const hasGone = () =>
  rateLimited({
    ...LISTS_AT_ONCE,
    message: 'The client has closed the connection',
    asked: LISTS_AT_ONCE.value + 1,
    retryAfterMs: 0,
    retryable: true,
  })

/**
 * Counts the objects of one answer while it is built. A class, because each request has one, and a closure for each method takes
 * several times the memory of its values.
 */
export class ObjectMeter {
  /** The owner in whose turn the answer is built. */
  readonly owner: string
  readonly #receiver: Receiver
  #counted = 0
  #refusal: GraphQLError | undefined
  #tooLarge: GraphQLError | undefined
  #largeBytes = 0
  #slot: Promise<() => void> | undefined
  #hasSlot = false
  #placing: Promise<() => void> | undefined
  #hasPlace = false
  #hasEnded = false
  #hasLeft = false
  #goOnWithSlot: (() => void) | undefined

  /**
   * @param owner Owners take turns with their large answers.
   * @param receiver The client. An operation whose client has gone does not begin to read large lists.
   */
  constructor(owner: string, receiver: Receiver = STAYS) {
    this.owner = owner
    this.#receiver = receiver
  }

  /** Adds to the count. Throws if the answer then has too many objects. */
  count(objects: number): void {
    if (this.#hasEnded) throw new Error('the operation has ended')
    this.expect(objects)
    this.#counted += objects
  }

  /** Throws the same error if that many more objects would be too many. Does not add to the count. */
  expect(objects: number): void {
    // Thousands of fields may reach the limit before the operation ends, so the error is created once.
    if (this.#refusal) throw this.#refusal
    const value = LIMITS.queryCost
    const asked = this.#counted + objects
    if (asked <= value) return
    const message = `The answer would contain at least ${asked} objects; the limit is ${value}. Request fewer at a time`
    this.#refusal = tooComplex(message, { limit: 'queryCost', value, asked })
    throw this.#refusal
  }

  /**
   * Reads a large value and counts its size. Throws if the answer is then larger than `LIMITS.answerBytes`. After that it reads
   * nothing: the first error replaces the answer to a query, whose further values are null, because each error costs time.
   */
  readLarge<T>(read: () => T, { operation }: Pick<GraphQLResolveInfo, 'operation'>): T | null {
    const isQuery = operation.operation === 'query'
    if (this.#tooLarge && isQuery) return null
    if (this.#tooLarge) throw this.#tooLarge
    const large = read()
    if (!(large instanceof Promise)) return this.#withinLimit(large)
    return large.then((value) =>
      this.#tooLarge && isQuery ? null : this.#withinLimit(value),
    ) as typeof large
  }

  #withinLimit<T>(large: T): T {
    this.#largeBytes += leastBytes(large, LIMITS.answerBytes)
    if (this.#largeBytes <= LIMITS.answerBytes) return large
    this.#tooLarge = refusalOfSize(null)
    throw this.#tooLarge
  }

  /** Whether large values may still be sent. */
  hasRoom(): boolean {
    return this.#tooLarge === undefined
  }

  /** Undefined while the answer is small. The promise of a large one resolves when it may go on. */
  slot(): Promise<void> | undefined {
    if (this.#counted <= MANY_OBJECTS || this.#hasSlot) return undefined
    this.#slot ??= slots.take(this.owner)
    return this.#slot.then(() => {
      this.#hasSlot = true
      this.#goOnWithSlot?.()
    })
  }

  /**
   * Ask before a longer list, or long values of some drops or events, are read. Resolves when few other operations of the owner have so
   * much in memory. Undefined if it need not wait. Throws if the client of a query has gone meanwhile.
   */
  place(): Promise<void> | undefined {
    if (this.#hasLeft) throw new Error('the operation has ended')
    if (this.#hasPlace || this.#hasSlot) return undefined
    this.#placing ??= largeLists.addWhenFree(
      [{ key: this.owner, of: 'this user', times: 1 }],
      1,
      this.#untilSlot(),
    )
    return this.#placing.then(() => {
      if (this.#receiver.hasGone()) throw hasGone()
      this.#hasPlace = true
    })
  }

  /** An operation that gets a slot no longer waits for a place, because those with places may wait for slots. */
  #untilSlot(): Receiver {
    return {
      hasGone: () => this.#hasSlot || this.#receiver.hasGone(),
      onGone: (act) => {
        this.#goOnWithSlot = act
        return this.#receiver.onGone(act)
      },
    }
  }

  /**
   * Lets the next large answer be built. Call it when the operation has ended. Fields that still run then, because a required
   * field has failed before, throw at their next count.
   */
  end(): void {
    this.#hasEnded = true
    void this.#slot?.then((leave) => leave())
  }

  /** Gives the place to the owner's next operation. Call it when the answer is written. Fields that still run then get no place. */
  leave(): void {
    this.#hasLeft = true
    void this.#placing?.then((leave) => leave())
  }
}
