// Tests whether the response time for a wrong secret reveals how similar it is to a valid one.
import { createHash } from 'node:crypto'
import { createTestService, granted } from '@dropkit/testing'
import { expect, it } from 'vitest'
import { Tally } from './attack-runs.ts'

const SAMPLES = 4_000
/** With so many samples, chance alone causes a larger distance less than once in 100 million runs. */
const MOST_DISTANCE = 6 / Math.sqrt(12 * (SAMPLES / 2))

const distance = (advantage: number): number => Math.abs(advantage - 0.5)

/**
 * The fraction of pairs in which `one` takes longer than `other`, from 0 to 1; 0.5 if there is no difference (the
 * Mann-Whitney U statistic). Only the order counts, so other load on the machine adds no bias, because it affects both
 * alike.
 */
async function advantageOf<T>(one: T, other: T, asking: (which: T) => () => unknown): Promise<number> {
  const times: { readonly isOne: boolean; readonly took: bigint }[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    // The order is random, so that neither always comes first.
    const isOne = Math.random() < 0.5
    const ask = asking(isOne ? one : other)
    const startedAt = process.hrtime.bigint()
    await ask()
    times.push({ isOne, took: process.hrtime.bigint() - startedAt })
  }
  const sorted = times.toSorted((left, right) => Number(left.took - right.took))
  const ones = sorted.filter(({ isOne }) => isOne).length
  const rankSum = sorted.reduce((sum, { isOne }, rank) => sum + (isOne ? rank + 1 : 0), 0)
  return (rankSum - (ones * (ones + 1)) / 2) / (ones * (SAMPLES - ones))
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const flat = (key: string): string => Buffer.from(key).toString()
const nearTo = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`
const farFrom = (secret: string) => `${secret.slice(0, 3)}${'0'.repeat(secret.length - 3)}`

it('does not reveal how similar a wrong key is', async () => {
  const service = await createTestService()
  const { secret } = granted(await service.dropkit.createApiKey(service.owner, { name: 'ci' }))
  // Many keys of each kind, because a hash table finds some hashes a little faster than others, whatever their keys are.
  // They are created in advance and in the same way, as flat strings.
  const others = [...DIGITS].filter((digit) => !secret.endsWith(digit))
  const near = others.map((digit) => flat(secret.slice(0, -1) + digit))
  const far = others.map((digit) => flat(secret.slice(0, 3) + digit.repeat(secret.length - 3)))
  const askOneOf = (keys: readonly string[]) => {
    const key = keys[Math.floor(Math.random() * keys.length)] ?? ''
    return () => service.dropkit.authenticate(key)
  }
  // Warm-up: until the code is JIT-compiled, later calls are faster.
  await advantageOf(near, far, askOneOf)
  // A real leak shows in every round. Other load on the machine may cause a bias in one round only.
  let advantage = 1
  for (let round = 0; round < 3 && distance(advantage) >= MOST_DISTANCE; round++)
    advantage = await advantageOf(near, far, askOneOf)
  expect(distance(advantage)).toBeLessThan(MOST_DISTANCE)
  const tally = new Tally('timing of key comparison')
  for (let sample = 0; sample < SAMPLES; sample++) tally.add('measured')
  tally.tell(
    `a near-right key takes longer in ${(100 * advantage).toFixed(1)} % of pairs (50 % tells nothing)`,
  )
}, 60_000)

it('would see a comparison that ends at the first difference', async () => {
  const secret = `dk_${'a'.repeat(36)}`
  const leaky = (key: string) => {
    for (let index = 0; index < secret.length; index++) {
      if (key[index] !== secret[index]) return false
      createHash('sha256').update(key).digest()
    }
    return true
  }
  const advantage = await advantageOf(nearTo(secret), farFrom(secret), (key) => () => leaky(key))
  expect(advantage).toBeGreaterThan(0.5 + MOST_DISTANCE)
})

it('looks up the hash of the whole secret, so that similarity cannot show there either', async () => {
  const asked: string[][] = []
  const service = await createTestService()
  const { secret } = granted(await service.dropkit.createApiKey(service.owner, { name: 'ci' }))
  const { store } = service.ports
  const credentials = store.credentials.bind(store)
  Object.assign(store, {
    credentials: (hashes: readonly string[]) => {
      asked.push([...hashes])
      return credentials(hashes)
    },
  })
  const keys = [secret, nearTo(secret), farFrom(secret), '', 'x'.repeat(100_000)]
  for (const key of keys) await service.dropkit.authenticate(key)
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
  // An empty secret, and one longer than any valid secret, are rejected without a query.
  expect(asked).toEqual(keys.slice(0, 3).map((key) => [hashOf(key)]))
})
