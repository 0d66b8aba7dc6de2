// Claims one by one in an embedded core, alternately through the claim queue and without it. Prints one line of JSON.
// Standard input is JSON with the database, the number of claims per round, and the number of rounds.
import { text } from 'node:stream/consumers'
import {
  amountOf,
  type Caller,
  type Change,
  createDropkit,
  type Drop,
  decideClaims,
  parseAddress,
  type Store,
} from '@dropkit/core'
import { invariant, PASS } from '@dropkit/core/internal'
import { createTestPorts, fullVault, putDrop } from '@dropkit/testing'
import { openSqlStorage } from '../../../packages/adapter-storage/src/index.ts'
import { walletOf } from '../load/request-source.ts'

export interface ClaimedAlone {
  readonly by: 'queue' | 'directly'
  /** The time of each claim, in order; one list per round. */
  readonly rounds: readonly (readonly number[])[]
}

interface Plan {
  readonly databaseUrl: string
  readonly claims: number
  readonly rounds: number
}

const VOUCHER_MS = 900_000
const EXPIRY_MARGIN_MS = 2_000

const plan = JSON.parse(await text(process.stdin)) as Plan

const storage = await openSqlStorage({ url: plan.databaseUrl })
const { store, jobs, deliveries, idempotency, retention } = storage
const clock = { now: () => Date.now() }
const dropkit = createDropkit({
  ...createTestPorts(),
  store,
  jobs,
  deliveries,
  idempotency,
  retention,
  clock,
})
const pool = amountOf(1_000_000_000n)
const { owner, drop } = await putDrop(store, { pool, vault: fullVault(pool) })
const caller: Caller = { user: owner, credential: { kind: 'system' } }

/** Does the same as the queue for a batch of one, but without waiting: the same query, rule and commit. */
async function claimDirectly(store: Store, { id }: Drop, userAddress: string): Promise<boolean> {
  const claimer = parseAddress(userAddress, 'userAddress')
  invariant(claimer.ok, 'a wallet')
  const request = {
    operation: 'claim',
    caller,
    claimer: claimer.value,
    amount: null,
    voucherLifetimeMs: VOUCHER_MS,
  } as const
  const committed = await store.changeDrop(id, { wallets: [claimer.value] }, (dropState): Change<boolean> => {
    if (dropState === null) return { result: false }
    const now = clock.now()
    const { walletStates, paid } = dropState
    const context = {
      drop: dropState.drop,
      walletStates,
      paid,
      mostClaims: 0,
      now,
      gate: () => () => PASS,
      hash: neverAsked,
    }
    const result = decideClaims(context, [request])
    return {
      result: result.inserted.length === 1,
      insert: { claims: result.inserted },
      update: { drops: [result.drop], claims: result.renewed, paymentIntents: result.intents },
      events: result.events,
      jobs: [
        {
          kind: 'expire_claims',
          subject: id,
          ownerId: drop.creatorId,
          dueAt: now + VOUCHER_MS + EXPIRY_MARGIN_MS,
        },
      ],
    }
  })
  return committed.ok && committed.value
}

const neverAsked = (): never => {
  throw new Error('this drop draws nothing')
}

const ways = {
  queue: async (userAddress: string) =>
    (await dropkit.createClaim(caller, { dropId: drop.id, userAddress })).ok,
  directly: (userAddress: string) => claimDirectly(store, drop, userAddress),
} as const

const measured: { readonly [By in ClaimedAlone['by']]: number[][] } = { queue: [], directly: [] }
let wallets = 0
for (let round = -1; round < plan.rounds; round++) {
  const took: { readonly [By in ClaimedAlone['by']]: number[] } = { queue: [], directly: [] }
  for (let count = 0; count < plan.claims; count++)
    // Alternates, so that each way is first equally often.
    for (const by of count % 2 === 0 ? (['queue', 'directly'] as const) : (['directly', 'queue'] as const)) {
      const wallet = walletOf('1', wallets++)
      const startedAt = performance.now()
      const isClaimed = await ways[by](wallet)
      took[by].push(performance.now() - startedAt)
      if (!isClaimed) throw new Error(`the claim of ${wallet} was refused`)
    }
  // The first round only warms up the JIT compiler.
  if (round >= 0) for (const by of ['queue', 'directly'] as const) measured[by].push(took[by])
}
const found = await store.drops([drop.id])
const count = found.get(drop.id)?.tally.reservedCount
if (count !== wallets) throw new Error(`of ${wallets} claims ${count} stand`)
await storage.close()
const answer: ClaimedAlone[] = (['queue', 'directly'] as const).map((by) => ({ by, rounds: measured[by] }))
process.stdout.write(`${JSON.stringify(answer)}\n`)
