// Decides claims with core in its own process, to measure the rule alone. Nothing is stored. Prints one line of JSON.
// Arguments: the number of claims per round, and the number of rounds.
import {
  type Address,
  amountOf,
  type ClaimRequest,
  type Drop,
  decideClaims,
  type SeededHash,
} from '@dropkit/core'
import { PASS } from '@dropkit/core/internal'
import { fullVault, OWNER, SAMPLE_NOW, sampleDrop, sampleToken } from '@dropkit/testing'
import { nodeHashes } from '../../../apps/server/src/ports/node-crypto.ts'
import { walletOf } from '../load/request-source.ts'

export interface DecidedRound {
  readonly work: string
  readonly claims: number
  readonly wallSeconds: number
  readonly cpuSeconds: number
}

const [claims = 100_000, rounds = 5] = process.argv.slice(2).map(Number)

const POOL = amountOf(1_000_000_000_000n)
const token = sampleToken(OWNER, 1)
const seed = new Uint8Array(32).fill(7)
const hash: SeededHash = (message) => nodeHashes.hmacSha256(seed, message)
const fixed = sampleDrop(token, 1, { pool: POOL, vault: fullVault(POOL) })
const random = sampleDrop(token, 2, {
  pool: POOL,
  vault: fullVault(POOL),
  supply: 100_000_000,
  award: { kind: 'random', commitment: 'c0'.repeat(32), seed: 'sealed' },
})

/** Requests as in a load: each has a new wallet, whose text was read from a buffer. */
const requestsFor = (operation: ClaimRequest['operation'], count: number): readonly ClaimRequest[] =>
  Array.from({ length: count }, (_, place) => ({
    operation,
    caller: { user: OWNER, credential: { kind: 'system' } },
    claimer: Buffer.from(walletOf('1', place), 'latin1').toString('latin1') as Address,
    amount: null,
    voucherLifetimeMs: 900_000,
  }))

const inBatches = (requests: readonly ClaimRequest[], size: number): readonly (readonly ClaimRequest[])[] =>
  Array.from({ length: Math.ceil(requests.length / size) }, (_, batch) =>
    requests.slice(batch * size, (batch + 1) * size),
  )

/** Returns the final drop, so that the compiler cannot skip any decision. */
function decideAll(drop: Drop, batches: readonly (readonly ClaimRequest[])[]): Drop {
  const [walletStates, paid] = [new Map(), new Map()]
  let current = drop
  let events = 0
  for (const requests of batches) {
    const context = {
      drop: current,
      walletStates,
      paid,
      mostClaims: 0,
      now: SAMPLE_NOW,
      gate: () => () => PASS,
      hash: () => hash,
    }
    const result = decideClaims(context, requests)
    current = result.drop
    events += result.events.length
  }
  const asked = batches.reduce((sum, batch) => sum + batch.length, 0)
  if (events !== asked || current.tally.lastSequence !== asked)
    throw new Error(`of ${asked} claims ${current.tally.lastSequence} were reserved`)
  return current
}

const works = [
  { work: 'fixed, batches of 100', drop: fixed, batches: inBatches(requestsFor('claim', claims), 100) },
  { work: 'fixed, one at a time', drop: fixed, batches: inBatches(requestsFor('claim', claims), 1) },
  // Each claim needs one or two HMACs, so fewer claims take as long.
  {
    work: 'random, batches of 100',
    drop: random,
    batches: inBatches(requestsFor('random', Math.ceil(claims / 10)), 100),
  },
]

const decided: DecidedRound[] = []
for (let round = -1; round < rounds; round++)
  for (const { work, drop, batches } of works) {
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    const { tally } = decideAll(drop, batches)
    const wallSeconds = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(cpuBefore)
    // The first round only warms up the JIT compiler.
    if (round >= 0)
      decided.push({ work, claims: tally.lastSequence, wallSeconds, cpuSeconds: (user + system) / 1e6 })
  }
process.stdout.write(`${JSON.stringify(decided)}\n`)
