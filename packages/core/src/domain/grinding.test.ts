import { createHash, createHmac } from 'node:crypto'
import { addressOf } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { boundsOfDraw, drawAmount, hashOfRound, type SeededHash } from './random-amount.ts'

// A dishonest operator knows the seed and may give the next place to any wallet. `GRINDING=10000` makes the full run: 10,000
// drops with up to 10,000 tries each.
const TRIES = Number(process.env['GRINDING'] ?? 40)
const DROPS = Number(process.env['GRINDING'] ?? 500)
const POOL = 10_000n
const ITEMS = 100
const MEAN = Number(POOL) / ITEMS
/** No draw gives more, so an operator who finds it needs no further tries. */
const MOST = Number(boundsOfDraw({ remaining: POOL, itemsLeft: ITEMS, pool: POOL }).most)

const hmac = (key: Uint8Array, message: string) => createHmac('sha256', key).update(message).digest()
/** The same in every run. */
const seedOf = (what: string, drop: number) => createHash('sha256').update(`${what} ${drop}`).digest()
const randomnessOf = (what: string, drop: number) => seedOf(what, drop).toString('hex')

const firstDraw = (hash: SeededHash, wallet: number): number => {
  const draw = { dropId: 'drop_x' as never, sequence: 1, remaining: POOL, itemsLeft: ITEMS, pool: POOL }
  return Number(drawAmount({ ...draw, claimer: addressOf(`0x${wallet.toString(16)}`) }, hash))
}

/** The wallet with the largest amount, as far as the operator can compute amounts when the claim is made. */
function bestWallet(hash: SeededHash): number {
  let [best, largest] = [0, 0]
  for (let wallet = 1; wallet <= TRIES && largest < MOST; wallet++) {
    const amount = firstDraw(hash, wallet)
    if (amount > largest) [best, largest] = [wallet, amount]
  }
  return best
}

function measured(amounts: readonly number[]) {
  const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length
  const variance = amounts.reduce((sum, amount) => sum + (amount - mean) ** 2, 0) / (amounts.length - 1)
  return { mean, standardError: Math.sqrt(variance / amounts.length) }
}

const LONGEST_MS = 60_000 + DROPS * 60

test(
  'INSTANT: an operator who tries many wallets gets nearly the maximum',
  () => {
    const amounts = Array.from({ length: DROPS }, (_, drop) => {
      const seed = seedOf('seed', drop)
      const hash: SeededHash = (message) => hmac(seed, message)
      return firstDraw(hash, bestWallet(hash))
    })
    const { mean } = measured(amounts)
    if (process.env['GRINDING']) process.stdout.write(`INSTANT, ${TRIES} tries, ${DROPS} drops: ${mean}\n`)
    expect(mean).toBeGreaterThan(1.85 * MEAN)
  },
  LONGEST_MS,
)

test(
  'BEACON: the same operator gets the mean, however many wallets are tried',
  () => {
    const amounts = Array.from({ length: DROPS }, (_, drop) => {
      const seed = seedOf('seed', drop)
      // What the operator can compute beforehand: draws with a randomness of its own choice.
      const guessed = hashOfRound(seed, hmac, {
        dropId: 'drop_x',
        round: 7,
        randomness: randomnessOf('guess', drop),
      })
      const wallet = bestWallet(guessed)
      const published = hashOfRound(seed, hmac, {
        dropId: 'drop_x',
        round: 7,
        randomness: randomnessOf('round', drop),
      })
      return firstDraw(published, wallet)
    })
    const { mean, standardError } = measured(amounts)
    if (process.env['GRINDING'])
      process.stdout.write(`BEACON, ${TRIES} tries, ${DROPS} drops: ${mean} ± ${standardError}\n`)
    expect(Math.abs(mean - MEAN)).toBeLessThan(3 * standardError)
  },
  LONGEST_MS,
)
