// The client's claim flow, killed at every step and continued. Each flow has one effect.
import { type ClaimState, type ClientStorage, createClient, memoryStorage } from '@dropkit/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { chainWallet, killableFetch, killableStorage, lifeUntil } from './killable.ts'

/** KILLED_FLOWS=1000 runs that many seeds; KILL_SEED=17 runs only that seed. */
const FLOWS = Number(process.env['KILLED_FLOWS'] ?? 120)
const ONLY_SEED = process.env['KILL_SEED']
const AT_A_TIME = 16
/** A flow that is not killed has fewer actions than this. */
const MOMENTS = 70
const MUCH_GAS = '1000000000000'
const PRICE_ATOMIC = 500_000_000n
const KINDS = ['free', 'paid', 'random', 'sponsored', 'elsewhere'] as const
const RECIPIENT = `0x${'7'.repeat(64)}`
type Kind = (typeof KINDS)[number]

let server: TestServer
const drops = new Map<Kind, string>()

beforeAll(async () => {
  const sponsoring = { SUI_SPONSOR_BUDGET_MIST: MUCH_GAS, SUI_SPONSOR_DROP_BUDGET_MIST: MUCH_GAS }
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0', ...sponsoring } })
  drops.set('free', await createDrop(server, { maxPerWallet: 5 }))
  drops.set('elsewhere', await createDrop(server, { maxPerWallet: 5 }))
  drops.set('sponsored', await createDrop(server, { delivery: 'SPONSORED', maxPerWallet: 5 }))
  drops.set('paid', await createDrop(server, { price: 0.5, maxPerWallet: 5 }))
  drops.set('random', await createDrop(server, { tokenAmount: '0', supply: 20_000, maxPerWallet: 5 }))
})
afterAll(() => server?.stop())

/** A small pseudo-random generator: the same seed gives the same kills. */
function numbersOf(seed: number) {
  let state = (seed + 1) * 2_654_435_761
  return (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) % below
  }
}

interface Attempt {
  readonly seed: number
  readonly kind: Kind
  readonly storage: ClientStorage
  readonly lastMoment: number
}

/** Runs the client once. Returns the last state that its consumer saw, or `killed`. */
async function live({ seed, kind, storage, lastMoment }: Attempt): Promise<ClaimState | 'killed'> {
  const life = lifeUntil(lastMoment)
  const client = createClient({
    url: server.url,
    storage: killableStorage(storage, life),
    fetch: killableFetch(life),
  })
  const wallet = chainWallet(server, seed, life)
  let last: ClaimState | undefined
  const claimed = (async () => {
    const recipient = kind === 'elsewhere' ? { recipient: RECIPIENT } : {}
    for await (const state of client.claim({ drop: drops.get(kind) ?? '', wallet, ...recipient }))
      last = state
  })()
  await Promise.race([claimed, life.killed])
  // A consumer that has seen the final state does not run the client again, even if it was killed during clean-up.
  return last?.kind === 'confirmed' || last?.kind === 'refused' ? last : 'killed'
}

interface Outcome {
  readonly seed: number
  readonly kind: Kind
  readonly lives: number
  readonly last: ClaimState | 'killed'
}

async function claimThroughKills(seed: number): Promise<Outcome> {
  const next = numbersOf(seed)
  const kind = KINDS[seed % KINDS.length] ?? 'free'
  const storage = memoryStorage()
  const { address } = chainWallet(server, seed, lifeUntil(0))
  if (kind === 'paid')
    await server.fakeChain('faucet', {
      address,
      coinType: '0x2::sui::SUI',
      amount: String(5n * PRICE_ATOMIC),
    })
  const kills = 1 + next(4)
  for (let lives = 1; lives <= kills; lives += 1) {
    const attempt = { seed, kind, storage, lastMoment: next(MOMENTS) }
    // Sometimes a second tab does the same.
    const isDouble = next(4) === 0
    const tabs = isDouble ? [attempt, { ...attempt, lastMoment: next(MOMENTS) }] : [attempt]
    const states = await Promise.all(tabs.map(live))
    const finished = states.find((state) => state !== 'killed')
    // The consumer knows that its claim is confirmed, and does not request another one.
    if (finished) return { seed, kind, lives, last: finished }
  }
  const last = await live({ seed, kind, storage, lastMoment: Number.POSITIVE_INFINITY })
  return { seed, kind, lives: kills + 1, last }
}

const CLAIMS = `query($dropId: ID!, $userAddress: String!) {
  claims(filter: { dropId: $dropId, userAddress: $userAddress }) { id status recipient }
}`

it(`has one effect however often it is killed: ${FLOWS} seeds`, async () => {
  const seeds =
    ONLY_SEED === undefined ? Array.from({ length: FLOWS }, (_, seed) => seed) : [Number(ONLY_SEED)]
  const waiting = [...seeds]
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift())
      outcomes.push(await claimThroughKills(seed))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))

  const unfinished = outcomes.filter(({ last }) => last === 'killed' || last.kind !== 'confirmed')
  expect(unfinished).toEqual([])
  const wrong: unknown[] = []
  for (const { seed, kind, last } of outcomes) {
    const { address } = chainWallet(server, seed, lifeUntil(0))
    const claims = await run<readonly { id: string; status: string; recipient: string }[]>(server, CLAIMS, {
      dropId: drops.get(kind),
      userAddress: address,
    })
    const [claim] = claims
    const receiver = kind === 'elsewhere' ? RECIPIENT : address
    const isOne = claims.length === 1 && claim?.status === 'CONFIRMED' && claim.recipient === receiver
    const isSeen = last !== 'killed' && last.kind === 'confirmed' && last.claim.id === claim?.id
    if (!isOne || !isSeen) wrong.push({ seed, kind, claims, last })
  }
  expect(wrong).toEqual([])

  // Each buyer has paid once, and no other payment arrived.
  const { proceeds } = await run<{ proceeds: { receivedAtomic: string } }>(
    server,
    'query($id: ID!) { drop(id: $id) { proceeds { receivedAtomic } } }',
    { id: drops.get('paid') },
  )
  const buyers = seeds.filter((seed) => KINDS[seed % KINDS.length] === 'paid').length
  expect(BigInt(proceeds.receivedAtomic)).toBe(PRICE_ATOMIC * BigInt(buyers))
  const unmatched = await run<readonly unknown[]>(server, '{ unmatchedPayments { id } }')
  expect(unmatched).toEqual([])
  const lives = outcomes.reduce((sum, outcome) => sum + outcome.lives, 0)
  process.stderr.write(`${outcomes.length} flows in ${lives} lives\n`)
}, 900_000)
