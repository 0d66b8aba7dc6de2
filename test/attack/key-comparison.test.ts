// Whether the time that a wrong secret takes tells how near it is to a right one.
import { createHash } from 'node:crypto'
import { createTestService, granted } from '@dropkit/core/testing'
import { expect, it } from 'vitest'
import { Tally } from './attack-runs.ts'

const SAMPLES = 4_000
/** Chance alone leads further away than this less than once in a hundred million times, with so many samples. */
const MOST_ADVANTAGE = 0.5 + 6 / Math.sqrt(12 * (SAMPLES / 2))

/**
 * How often the one takes longer than the other, from 0 to 1, 0.5 when there is nothing to tell (Mann and Whitney's U).
 * Only the order counts, so that what else the machine does adds nothing: it hits both alike.
 */
async function advantageOf(one: () => unknown, other: () => unknown): Promise<number> {
  const times: { readonly isOne: boolean; readonly took: bigint }[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    // Neither always comes first.
    const isOne = Math.random() < 0.5
    const startedAt = process.hrtime.bigint()
    await (isOne ? one : other)()
    times.push({ isOne, took: process.hrtime.bigint() - startedAt })
  }
  const sorted = times.toSorted((left, right) => Number(left.took - right.took))
  const ones = sorted.filter(({ isOne }) => isOne).length
  const rankSum = sorted.reduce((sum, { isOne }, rank) => sum + (isOne ? rank + 1 : 0), 0)
  return (rankSum - (ones * (ones + 1)) / 2) / (ones * (SAMPLES - ones))
}

const nearTo = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`
const farFrom = (secret: string) => `${secret.slice(0, 3)}${'0'.repeat(secret.length - 3)}`

it('tells no near-right key from one that is all wrong', async () => {
  const service = await createTestService()
  const { secret } = granted(await service.dropkit.createApiKey(service.owner, { name: 'ci' }))
  // Made before the time is taken, and alike: as one piece each.
  const [near, far] = [nearTo(secret), farFrom(secret)].map((key) => Buffer.from(key).toString())
  const ask = (key = '') => service.dropkit.authenticate(key)
  // Until the code is compiled, whoever comes later is quicker.
  await advantageOf(
    () => ask(near),
    () => ask(far),
  )
  const advantage = await advantageOf(
    () => ask(near),
    () => ask(far),
  )
  expect(Math.max(advantage, 1 - advantage)).toBeLessThan(MOST_ADVANTAGE)
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
  const [near, far] = [nearTo(secret), farFrom(secret)]
  const advantage = await advantageOf(
    () => leaky(near),
    () => leaky(far),
  )
  expect(advantage).toBeGreaterThan(MOST_ADVANTAGE)
})

it('asks the store for the hash of what came, whole, so that how near it is cannot show there either', async () => {
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
  // What is empty, or longer than any secret, is nobody's without a look-up.
  expect(asked).toEqual(keys.slice(0, 3).map((key) => [hashOf(key)]))
})
