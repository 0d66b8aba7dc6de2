import type { Caller } from '@dropkit/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAtOnceLimit, networkOf, partyOf } from './at-once.ts'

const userNamed = (id: string) => ({ user: { id }, credential: { kind: 'api_key', id } }) as unknown as Caller
const staying = { hasGone: () => false, onGone: () => () => {} }
const limitOf = (value: number) => createAtOnceLimit({ limit: 'bytesAtOnce', value, unit: 'bytes' })

test('a user may use the limit, an address twice as much, and a refusal names the limit, its value and the request', () => {
  const limit = limitOf(10)
  const [ann, ben, cleo] = ['ann', 'ben', 'cleo'].map((id) => partyOf(userNamed(id), '192.0.2.1'))
  if (!ann || !ben || !cleo) throw new Error('three parties')
  const end = limit.add(ann, 10)
  expect(limit.refusal(ann, 1)).toMatchObject({
    message: 'At most 10 bytes may be in progress at the same time for this user; 11 were asked for',
    limit: 'bytesAtOnce',
    value: 10,
    asked: 11,
  })
  expect(limit.refusal(ben, 10)).toBeUndefined()
  limit.add(ben, 10)
  expect(limit.refusal(cleo, 1)).toMatchObject({ value: 20, asked: 21 })
  expect(limit.refusal(partyOf(userNamed('cleo'), '192.0.2.2'), 10)).toBeUndefined()
  end()
  end()
  expect(limit.refusal(ann, 10)).toBeUndefined()
  expect(limit.refusal(ann, 11)).toBeDefined()
})

test('anonymous callers at an address share the limit of one user', () => {
  const limit = limitOf(10)
  const visitor = (id: string) => ({ user: { id }, credential: { kind: 'visitor' } }) as unknown as Caller
  limit.add(partyOf(visitor('a'), '192.0.2.1'), 10)
  expect(limit.refusal(partyOf(visitor('b'), '192.0.2.1'), 1)).toBeDefined()
  expect(limit.refusal(partyOf(visitor('b'), '192.0.2.2'), 1)).toBeUndefined()
  expect(limit.refusal(partyOf(userNamed('ann'), '192.0.2.1'), 1)).toBeUndefined()
})

test('everything that waits for room gets it, and together they never use too much', async () => {
  const user = fc.constantFrom('ann', 'ben', 'cleo')
  const tasks = fc.array(fc.record({ user, amount: fc.integer({ min: 1, max: 10 }), turns: fc.nat(3) }))
  const property = fc.asyncProperty(tasks, async (all) => {
    const limit = limitOf(10)
    const used = new Map<string, number>()
    await Promise.all(
      all.map(async ({ user: id, amount, turns }) => {
        const party = partyOf(userNamed(id), '192.0.2.1')
        const end = await limit.addWhenFree(party, amount, staying)
        used.set(id, (used.get(id) ?? 0) + amount)
        expect(used.get(id)).toBeLessThanOrEqual(10)
        expect([...used.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(20)
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        used.set(id, (used.get(id) ?? 0) - amount)
        end()
      }),
    )
    expect(limit.refusal(partyOf(userNamed('ann'), '192.0.2.1'), 10)).toBeUndefined()
  })
  await fc.assert(property, { numRuns: 200 })
})

test('an answer stops waiting when its client goes', async () => {
  const limit = limitOf(10)
  const party = partyOf(userNamed('ann'), '192.0.2.1')
  limit.add(party, 10)
  const goes: (() => void)[] = []
  let hasGone = false
  const waits = limit.addWhenFree(party, 8, {
    hasGone: () => hasGone,
    onGone: (act) => {
      goes.push(act)
      return () => {}
    },
  })
  hasGone = true
  for (const act of goes) act()
  await waits
})

test('room at an address goes to the next one if the first one waits for its user elsewhere', async () => {
  const limit = limitOf(10)
  const [ann, ben, cleo, dan] = ['ann', 'ben', 'cleo', 'dan'].map((id) => partyOf(userNamed(id), '192.0.2.1'))
  if (!ann || !ben || !cleo || !dan) throw new Error('four parties')
  const ends = [limit.add(cleo, 10), limit.add(dan, 10)]
  void limit.addWhenFree(ann, 10, staying)
  const benWaits = limit.addWhenFree(ben, 10, staying)
  limit.add(partyOf(userNamed('ann'), '192.0.2.2'), 10)
  ends[0]?.()
  await benWaits
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:a:b:c:d', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, ''],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
