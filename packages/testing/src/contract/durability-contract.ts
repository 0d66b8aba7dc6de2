import {
  amountOf,
  type DeliveryQueue,
  type DropCounts,
  type IdempotencyStore,
  type KeyValueStore,
  type Retention,
} from '@dropkit/core'
import { claimIdOf, HOUR_MS } from '@dropkit/core/internal'
import { assertEqual, assertTrue, fail, loggedEvents, pause, present } from '../assert.ts'
import { type TestRunner, testWith } from '../runner.ts'
import { sampleChallenge, sampleDelivery, sampleSession } from './sample-accounts.ts'
import {
  SAMPLE_NOW as NOW,
  put,
  putDrop,
  sampleAddress,
  sampleClaim,
  sampleEvent,
  sampleToken,
} from './sample-records.ts'
import { CHANGES, putChangeable } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

/** Every JavaScript engine has this stopwatch, but not every type library declares it. */
declare const performance: { now(): number }

/** A store and the other ports on the same data. Those that are missing are not tested. */
export interface OpenedDurableStore extends OpenedStore {
  readonly idempotency?: IdempotencyStore
  readonly keyValues?: KeyValueStore
  readonly deliveries?: DeliveryQueue
  readonly retention?: Retention
  readonly dropCounts?: DropCounts
}

/**
 * Opens the state that a crash at this moment would leave of an opened store. `opened` is not closed before, and its memory
 * must not be used. For a store in files, open a copy of the files; for a database server, connect again.
 */
export type Reopen<Opened> = (opened: Opened) => Promise<OpenedDurableStore & { close(): Promise<void> }>

const CLAIMS = 40
const AT_ONCE = 8
/** When the process crashes: after so many acknowledgements, and after which parts of the time that a write takes. */
const CRASHES = [
  ...[1, 2, 7, CLAIMS - 1, CLAIMS].map((after) => ({
    name: `keeps ${after} of ${CLAIMS} claims, made ${AT_ONCE} at once, that were acknowledged before a crash`,
    after,
    later: [0],
  })),
  {
    name: 'keeps each claim with its event and its job or not at all, whenever the process crashes',
    after: AT_ONCE,
    later: [0.1, 0.3, 0.5, 0.7, 0.9],
  },
]

/**
 * The contract of storage that outlives its process, in addition to the other contracts: after a crash, everything that it
 * acknowledged is stored, and each change is stored completely or not at all.
 */
export function durabilityContract<Opened extends OpenedDurableStore>(
  run: TestRunner,
  open: () => Promise<Opened & { close(): Promise<void> }>,
  reopen: Reopen<Opened & { close(): Promise<void> }>,
): void {
  const test = testWith(run, open)
  type Left = ReturnType<typeof reopen>

  /** Checks what a crash has left. */
  async function check(left: Left, assertKept: (reopened: OpenedDurableStore) => Promise<void>) {
    const reopened = await left
    try {
      await assertKept(reopened)
    } finally {
      await reopened.close()
    }
  }

  run.describe('as a store that outlives its process', () => {
    for (const { name, after, later } of CRASHES) {
      test(name, async (opened) => {
        const { drop } = await putDrop(opened.store)
        const acknowledged: number[] = []
        const crashes: { readonly before: readonly number[]; readonly left: Left }[] = []
        const crash = () => void crashes.push({ before: [...acknowledged], left: reopen(opened) })
        const startedAt = performance.now()
        const crashing: Promise<void>[] = []
        const claimOnce = async () => {
          const answer = await opened.store.changeDrop(drop.id, {}, (dropState) => {
            assertTrue(dropState !== null, 'the drop is there')
            const { tally } = dropState.drop
            const sequence = tally.lastSequence + 1
            const next = {
              ...dropState.drop,
              tally: {
                ...tally,
                reservedAmount: amountOf(tally.reservedAmount + 1n),
                reservedCount: tally.reservedCount + 1,
                lastSequence: sequence,
              },
            }
            const subject = claimIdOf(drop.id, sequence)
            return {
              insert: { claims: [sampleClaim(next, sequence)] },
              update: { drops: [next] },
              events: [sampleEvent(next)],
              jobs: [{ kind: 'expire_claims', subject, ownerId: drop.creatorId, dueAt: NOW }],
              result: sequence,
            }
          })
          assertTrue(answer.ok, 'the claim is acknowledged')
          acknowledged.push(answer.value)
          if (acknowledged.length !== after) return
          const writeMs = (performance.now() - startedAt) / Math.ceil(after / AT_ONCE)
          for (const part of later) {
            // In the same turn as the acknowledgement, so that a write that is still running is lost.
            if (part === 0) crash()
            else crashing.push(pause(part * writeMs).then(crash))
          }
        }
        // Each claims again after its answer, so that claims arrive while others are being written.
        const claimer = async () => {
          for (let n = 0; n < CLAIMS / AT_ONCE; n++) await claimOnce()
        }
        await Promise.all(Array.from({ length: AT_ONCE }, claimer))
        await Promise.all(crashing)
        assertEqual(crashes.length, later.length, 'crashes')
        for (const { before, left } of crashes) {
          await check(left, async ({ store, jobs }) => {
            const stored = (await store.claimsOfDrops([drop.id], { limit: 200 })).get(drop.id) ?? []
            const sequences = new Set(stored.map(({ sequence }) => sequence))
            const lost = before.filter((sequence) => !sequences.has(sequence))
            assertEqual(
              lost.map((sequence) => claimIdOf(drop.id, sequence)),
              [],
              'acknowledged claims that are lost',
            )
            const tally = (await store.drops([drop.id])).get(drop.id)?.tally
            assertEqual(tally?.reservedCount, stored.length, 'the count of the drop, beside its claims')
            assertEqual((await jobs.backlog(NOW)).due, stored.length, 'jobs, beside the claims')
            // All earlier events can be read when this one can.
            await store.create({ events: [sampleEvent(drop, { type: 'drop.paused' })] })
            let latest = await store.events({ limit: 1 })
            for (let look = 0; look < 1_000 && latest[0]?.type !== 'drop.paused'; look++) {
              await pause()
              latest = await store.events({ limit: 1 })
            }
            const events = await store.events({ limit: 200, since: 0, types: ['drop.updated'] })
            assertEqual(events.length, stored.length, 'events, beside the claims')
          })
        }
      })
    }

    test('keeps all that a change has written, from its acknowledgement on', async (opened) => {
      const locked = await putChangeable(opened.store)
      const { owner, drop, webhook, file } = locked
      const changed = new Set<string>()
      for (const [method, change] of Object.entries(CHANGES)) {
        changed.add(method)
        const token = sampleToken(owner, 100 + changed.size)
        const answer = await change(opened.store, locked, () => ({
          insert: { tokens: [token] },
          events: [sampleEvent(drop)],
          jobs: [{ kind: 'expire_claims', subject: method, ownerId: owner.id, dueAt: NOW }],
        }))
        const left = reopen(opened)
        assertTrue(answer.ok, `${method} is acknowledged`)
        await check(left, async ({ store, jobs }) => {
          assertEqual((await store.tokens([token.id])).get(token.id), token, `the record of ${method}`)
          assertEqual((await jobs.backlog(NOW)).due, changed.size, `jobs after ${method}`)
          assertEqual(
            (await loggedEvents(store, changed.size)).length,
            changed.size,
            `events after ${method}`,
          )
          const [hasWebhook, hasFile] = [
            (await store.webhooks([webhook.id])).has(webhook.id),
            (await store.files([file.id])).has(file.id),
          ]
          const expected = [!changed.has('changeWebhook'), !changed.has('changeFile')]
          assertEqual([hasWebhook, hasFile], expected, `webhook and file after ${method}`)
        })
      }
    })

    test('keeps what every other call has written, from its answer on', async (opened) => {
      const locked = await putChangeable(opened.store)
      for (const [call, act] of Object.entries(ACTS)) {
        const isKept = await act(opened, locked)
        if (isKept === null) continue
        await check(reopen(opened), async (reopened) =>
          assertTrue(await isKept(reopened), `the effect of ${call} is lost`),
        )
      }
    })
  })
}

/**
 * Calls that write, besides the changes of a store. Each returns whether its effect is stored, or null if the port is
 * missing. Nothing may be awaited after the call itself.
 */
const ACTS: {
  readonly [call: string]: (
    opened: OpenedDurableStore,
    locked: Awaited<ReturnType<typeof putChangeable>>,
  ) => Promise<((reopened: OpenedDurableStore) => Promise<boolean>) | null>
} = {
  async revokeSession({ store }, { owner }) {
    const { id, secretHash } = sampleSession(owner, 1)
    await put(store, { sessions: [sampleSession(owner, 1)] })
    await store.revokeSession(id, NOW)
    return async (reopened) =>
      (await reopened.store.credentials([secretHash])).get(secretHash)?.revokedAt === NOW
  },
  async useChallenge({ store }) {
    const challenge = sampleChallenge(sampleAddress(0xaa), 1)
    await put(store, { challenges: [challenge] })
    await store.useChallenge(challenge, NOW)
    return async (reopened) => !(await reopened.store.useChallenge(challenge, NOW))
  },
  async keepWalletList({ store }, { file }) {
    await store.keepWalletList(file.id, [[sampleAddress(0xaa)]])
    return (reopened) => reopened.store.hasWalletList(file.id)
  },
  async keepPieces({ store }, { file }) {
    await store.keepPieces(file.id, [{ number: 1, name: 'King', imageUrl: null, attributes: [] }])
    return async (reopened) =>
      (await reopened.store.pieces([file.id], { limit: 9 })).get(file.id)?.length === 1
  },
  async 'jobs.request'({ jobs }) {
    await jobs.request([{ kind: 'sweep', subject: 'store', ownerId: null, dueAt: NOW }])
    return async (reopened) => (await reopened.jobs.backlog(NOW)).due === 1
  },
  async 'jobs.finish'({ jobs }) {
    await jobs.request([{ kind: 'watch_chain', subject: 'chain', ownerId: null, dueAt: NOW }])
    const taken = await jobs.take(NOW, 1_000, 10)
    const job = present(taken.find(({ kind }) => kind === 'watch_chain'))
    await jobs.finish(job, { kind: 'again', dueAt: NOW + 9, memo: 'cursor' })
    return async (reopened) => (await reopened.jobs.memoOf('watch_chain', 'chain')) === 'cursor'
  },
  async 'idempotency.answer'({ idempotency }, { owner }) {
    if (!idempotency) return null
    const begin = (store: IdempotencyStore) =>
      store.begin({ userId: owner.id, key: 'key' }, 'one', { now: NOW, leaseMs: 9, expiresAt: NOW + HOUR_MS })
    const begun = await begin(idempotency)
    if (begun.kind !== 'begun') fail(`it is ${begun.kind}`)
    await idempotency.answer(begun.lease, 'sealed')
    return async (reopened) => (await begin(present(reopened.idempotency))).kind === 'answered'
  },
  async 'keyValues.transact'({ keyValues }) {
    if (!keyValues) return null
    await keyValues.transact(['key'], () => ({ writes: new Map([['key', 'value']]), result: undefined }))
    return async (reopened) => (await present(reopened.keyValues).get(['key'])).get('key') === 'value'
  },
  async 'deliveries.dispatch'({ store, deliveries }, { drop, webhook }) {
    if (!deliveries) return null
    await store.create({ events: [sampleEvent(drop)] })
    await loggedEvents(store, 1)
    await deliveries.dispatch(9, (event, webhooks) => webhooks.map((hook) => sampleDelivery(hook, event)))
    return async (reopened) =>
      (await present(reopened.deliveries).deliveriesOf([webhook.id], 9)).get(webhook.id)?.length === 1
  },
  async 'deliveries.finish'({ deliveries }, { webhook }) {
    if (!deliveries) return null
    const terms = { limit: 9, limitPerWebhook: 9, underWay: new Map() }
    const due = present((await deliveries.take({ now: NOW, leaseMs: 9, ...terms }))[0])
    const delivery = { ...due.delivery, state: { kind: 'delivered', at: NOW } } as const
    await deliveries.finish(due, (current) => ({ delivery, webhook: current, events: [] }))
    return async (reopened) =>
      (await present(reopened.deliveries).deliveriesOf([webhook.id], 9, 'delivered')).get(webhook.id)
        ?.length === 1
  },
  async 'deliveries.requeue'({ deliveries }, { webhook }) {
    if (!deliveries) return null
    const [delivery] = (await deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id) ?? []
    await deliveries.requeue(present(delivery).id, NOW)
    return async (reopened) =>
      (await present(reopened.deliveries).deliveriesOf([webhook.id], 9, 'waiting')).get(webhook.id)
        ?.length === 1
  },
  async 'dropCounts.add'({ dropCounts }, { drop }) {
    if (!dropCounts) return null
    const interval = { dropId: drop.id, interval: 'HOUR', at: HOUR_MS } as const
    await dropCounts.add([{ ...interval, counted: 'view', amount: 1, expiresAt: 9 * HOUR_MS }])
    const range = { interval: 'HOUR', from: 0, to: 9 * HOUR_MS } as const
    return async (reopened) => (await present(reopened.dropCounts).read(drop.id, range)).length === 1
  },
  async 'retention.deleteExpired'({ store, retention }, { owner }) {
    if (!retention) return null
    const session = sampleSession(owner, 2, { expiresAt: NOW })
    await put(store, { sessions: [session] })
    await retention.deleteExpired('sessions', NOW, 9)
    return async (reopened) =>
      !(await reopened.store.credentials([session.secretHash])).has(session.secretHash)
  },
}
