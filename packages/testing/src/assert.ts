import type { Drop, LoggedEvent, Store } from '@dropkit/core'
import { dropEvent } from '@dropkit/core/internal'

/**
 * Formats a value so that equal values have the same text: keys are sorted, bigints are marked, maps and sets are listed,
 * and undefined properties are left out.
 */
export function show(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Error) return `${value.name}(${value.message})`
  if (value instanceof Uint8Array) return `bytes[${[...value].join(' ')}]`
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  if (value instanceof Map) return `map{${pairs([...value.entries()])}}`
  if (value instanceof Set) return `set{${[...value].map(show).sort().join(', ')}}`
  if (typeof value === 'object' && value !== null) {
    return `{${pairs(Object.entries(value).filter(([, held]) => held !== undefined))}}`
  }
  return String(value)
}

const pairs = (entries: readonly (readonly [unknown, unknown])[]): string =>
  entries
    .map(([key, held]) => `${show(key)}: ${show(held)}`)
    .sort()
    .join(', ')

/** Always throws. For code that must not be reached. */
export function fail(message: string): never {
  throw new Error(message)
}

/** Throws unless both values are deeply equal. */
export function assertEqual(actual: unknown, expected: unknown, what = 'value'): void {
  const [shown, wanted] = [show(actual), show(expected)]
  if (shown !== wanted) fail(`${what} differs\n  actual:   ${shown}\n  expected: ${wanted}`)
}

/** Throws an error with `what` if `holds` is false. */
export function assertTrue(holds: boolean, what: string): asserts holds {
  if (!holds) fail(what)
}

/** Returns the value. Throws if it is null or undefined. */
export function present<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) fail(`${what} is missing`)
  return value
}

/** Returns the error with which the work rejects (or which it throws). Throws if it succeeds. */
export async function rejection(work: () => Promise<unknown>, what = 'work'): Promise<unknown> {
  try {
    await work()
  } catch (cause) {
    return cause
  }
  fail(`${what} should have been rejected`)
}

/** Exists in every JavaScript engine, but not in every type library. */
declare const setTimeout: (call: () => void, delayMs: number) => unknown

const LOOK_AGAIN_MS = 10
const MOST_LOOKS = 1_000

/** Waits. */
export const pause = (delayMs = LOOK_AGAIN_MS): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs))

/** Like `assertEqual`, but waits a moment for the value. */
export async function assertSoonEqual(
  read: () => Promise<unknown>,
  expected: unknown,
  what: string,
): Promise<void> {
  const wanted = show(expected)
  let actual = await read()
  for (let look = 0; look < MOST_LOOKS && show(actual) !== wanted; look++) {
    await pause()
    actual = await read()
  }
  assertEqual(actual, expected, what)
}

/**
 * Returns the whole log, oldest first, once it has `count` events. A store may take a moment to assign positions to
 * committed events; events without a position are not visible.
 */
export async function loggedEvents(store: Store, count: number): Promise<readonly LoggedEvent[]> {
  const events: LoggedEvent[] = []
  for (let look = 0; look < MOST_LOOKS; look++) {
    const more = await store.events({ limit: 200, since: events.at(-1)?.position ?? 0 })
    events.push(...more)
    if (events.length >= count) return events
    if (more.length === 0) await pause()
  }
  fail(`the log has ${events.length} events and does not come to ${count}`)
}

/** Asserts that nothing has been logged so far and nothing is pending: the next event is the first. */
export async function assertNothingLogged(store: Store, drop: Drop): Promise<void> {
  const marker = dropEvent('drop.updated', drop, drop.createdAt, null, {
    changed: ['marker'],
    status: drop.status,
  })
  await store.create({ events: [marker] })
  assertEqual(await loggedEvents(store, 1), [{ ...marker, position: 1 }], 'the log')
}
