// A property test of a drop's promises: it generates hundreds of histories in which a few wallets claim repeatedly, and
// some vouchers are used while others expire. If a promise is broken, it finds the shortest such history and prints how to
// replay it.
// Run: node tools/run.mjs examples/property-test-a-drop.ts
// Replay: node tools/run.mjs examples/property-test-a-drop.ts --seed=… --path=…
// (outside this repository: node property-test-a-drop.ts, with the same options)
import { parseArgs } from 'node:util'
import { type ClaimRequest, type Drop, isReserved } from '@dropkit/core'
import {
  anyHonestRequest,
  anyWallet,
  createMemoryAudit,
  createMemoryState,
  createMemoryStore,
  createPoolHistory,
  createTestService,
  type PoolHistory,
  runLedgerModel,
  VOUCHER_LIFETIME_MS,
} from '@dropkit/testing'
import fc from 'fast-check'

const { values: replay } = parseArgs({ options: { seed: { type: 'string' }, path: { type: 'string' } } })

/** The intended drop: 1,000 tokens, 40 per claim, at most 100 per wallet. */
const terms = { maxAmount: '1000', tokenAmount: '40' } as const
const MOST_PER_WALLET = 100n

/** The creator's promises. Each function returns the violation, or undefined. */
const promises: Readonly<Record<string, (history: PoolHistory) => string | undefined>> = {
  'no wallet ever has more than 100': ({ claims }) => {
    const perWallet = Map.groupBy(
      claims.filter(({ state }) => isReserved(state)),
      ({ claimer }) => claimer,
    )
    const amounts = [...perWallet].map(([wallet, theirs]) => ({
      wallet,
      has: theirs.reduce((sum, { amount }) => sum + amount, 0n),
    }))
    const greedy = amounts.find(({ has }) => has > MOST_PER_WALLET)
    return greedy && `${greedy.wallet.slice(-4)} has ${greedy.has}`
  },
  'never more is given than there is': ({ drop, claims }) => {
    const given = claims
      .filter(({ state }) => isReserved(state))
      .reduce((sum, { amount }) => sum + amount, 0n)
    return given > drop.pool ? `${given} of ${drop.pool} are given` : undefined
  },
}

/** A claim, and what happens to its voucher if it gets a new one. */
interface Visit {
  readonly request: ClaimRequest
  readonly fate: 'is confirmed' | 'runs out' | 'is kept'
}

/** A visit by one of a few wallets, so that the same wallets claim repeatedly. */
const anyVisit = (drop: Drop): fc.Arbitrary<Visit> =>
  fc.record({
    request: anyHonestRequest(drop, anyWallet(3)),
    fate: fc.constantFrom('is confirmed', 'runs out', 'is kept'),
  })

/** Runs one history of the drop with the claim rules alone, and checks every promise after each visit. */
function live(drop: Drop, visits: readonly Visit[]): void {
  const history = createPoolHistory(drop)
  for (const { request, fate } of visits) {
    const [decision] = history.claim([request])
    if (decision?.kind === 'reserved' && fate === 'is confirmed') history.confirm(decision.claim.sequence)
    if (decision?.kind === 'reserved' && fate === 'runs out') {
      history.advance(VOUCHER_LIFETIME_MS + 1)
      history.expire(decision.claim.sequence)
    }
    for (const [promise, brokenBy] of Object.entries(promises)) {
      const how = brokenBy(history)
      if (how !== undefined) throw new Error(`${promise}: ${how}`)
    }
  }
}

/** Tests the terms with this limit of claims per wallet, as core parses them. */
async function tryLimit(maxPerWallet: number): Promise<void> {
  const { createDrop, reread } = await createTestService()
  const drop = await reread(await createDrop({ ...terms, maxPerWallet }))
  const given = {
    ...(replay.seed === undefined ? {} : { seed: Number(replay.seed) }),
    ...(replay.path === undefined ? {} : { path: replay.path }),
  }
  const property = fc.property(fc.array(anyVisit(drop), { maxLength: 30 }), (visits) => live(drop, visits))
  const outcome = fc.check(property, { numRuns: 500, ...given })
  if (!outcome.failed) {
    console.log(`maxPerWallet ${maxPerWallet}: held in ${outcome.numRuns} lives`)
    return
  }
  const { counterexample, errorInstance, seed, counterexamplePath: path } = outcome
  console.log(`maxPerWallet ${maxPerWallet}: BROKEN, ${(errorInstance as Error).message}`)
  for (const { request, fate } of counterexample?.[0] ?? [])
    console.log(`  ${request.claimer.slice(-4)} claims; what it gets ${fate}`)
  console.log(`  again: node tools/run.mjs examples/property-test-a-drop.ts --seed=${seed} --path=${path}`)
}

/** Tests the same drop with the whole service: concurrent claims, crashing processes and lost transactions. */
async function tryService(limit: number): Promise<void> {
  const drops = fc.constant({ award: 'fixed', item: 40, pool: 1000, supply: null, limit } as const)
  const openHarness = async () => {
    const state = createMemoryState()
    return {
      open: async () => createMemoryStore({ state }),
      audit: createMemoryAudit(state),
      destroy: async () => undefined,
    }
  }
  // Throws with the shortest failing history and how to replay it.
  await runLedgerModel(openHarness, { drops, numRuns: 50 })
  console.log(`maxPerWallet ${limit}: the service counted correctly in 50 lives`)
}

// Three claims of 40 break the promise of at most 100. Two claims keep it.
await tryLimit(3)
if (replay.seed === undefined) {
  await tryLimit(2)
  await tryService(2)
}
