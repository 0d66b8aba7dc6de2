// What a drop shall never do, said once and tried on hundreds of lives of it: a few wallets claim again and again, some
// vouchers are used, some run out. It finds the shortest life that breaks a promise and says how to live it again.
// Run: node tools/run.mjs examples/property-test-a-drop.ts
// and again as it says: node tools/run.mjs examples/property-test-a-drop.ts --seed=… --path=…
// (outside of this repository: node property-test-a-drop.ts, with the same options)
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

/** The drop as its creator means to make it: 1,000 tokens, 40 a claim, at most 100 a wallet. */
const terms = { maxAmount: '1000', tokenAmount: '40' } as const
const MOST_PER_WALLET = 100n

/** What the creator has promised. Each says what is wrong, or nothing. */
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

/** Somebody claims, and what becomes of the voucher, if there is a new one. */
interface Visit {
  readonly request: ClaimRequest
  readonly fate: 'is confirmed' | 'runs out' | 'is kept'
}

/** By one of a few wallets, so that the same ones come again and again. */
const anyVisit = (drop: Drop): fc.Arbitrary<Visit> =>
  fc.record({
    request: anyHonestRequest(drop, anyWallet(3)),
    fate: fc.constantFrom('is confirmed', 'runs out', 'is kept'),
  })

/** A life of the drop by the rules alone, which holds every promise after each visit. */
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

/** Tries the terms with so many claims a wallet, as core reads them. */
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
    console.log(`maxPerWallet ${maxPerWallet}: kept in ${outcome.numRuns} lives`)
    return
  }
  const { counterexample, errorInstance, seed, counterexamplePath: path } = outcome
  console.log(`maxPerWallet ${maxPerWallet}: BROKEN, ${(errorInstance as Error).message}`)
  for (const { request, fate } of counterexample?.[0] ?? [])
    console.log(`  ${request.claimer.slice(-4)} claims; what it gets ${fate}`)
  console.log(`  again: node tools/run.mjs examples/property-test-a-drop.ts --seed=${seed} --path=${path}`)
}

/** The same drop in the whole service: claims side by side, processes that die, transactions that get lost. */
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
  // Throws with the shortest life that went wrong, and what replays it.
  await runLedgerModel(openHarness, { drops, numRuns: 50 })
  console.log(`maxPerWallet ${limit}: the service kept its books in 50 lives`)
}

// Three claims of 40 are more than was promised. Two are not.
await tryLimit(3)
if (replay.seed === undefined) {
  await tryLimit(2)
  await tryService(2)
}
