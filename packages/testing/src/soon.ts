import type { Drop, LoggedEvent, Store } from '@dropkit/core'
import { dropEvent } from '@dropkit/core/internal'
import { assertEqual, fail, show } from './assert.ts'

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
