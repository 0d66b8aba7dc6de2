import { describe, expect, test } from 'vitest'
import { createStrictKeyValueStore } from '../../test/strict-key-value-store.ts'
import { createSponsorBudget } from './sponsor-budget.ts'
import { addressOf } from './sui-types.ts'

const DAY_MS = 86_400_000
const NOON = 20_000 * DAY_MS + DAY_MS / 2
const ALICE = addressOf('0xa')
const BOB = addressOf('0xb')

function opened() {
  const store = createStrictKeyValueStore('sponsor/')
  let now = NOON
  const open = () => createSponsorBudget(store, { perDay: 100n, perAddress: 60n }, () => now)
  const advance = (byMs: number) => {
    now += byMs
  }
  return { store, open, budget: open(), advance }
}

describe('the gas that is paid for others in a day', () => {
  test('is bounded for one wallet, and what is refused is not counted', async () => {
    const { budget } = opened()
    expect((await budget.spend(ALICE, 60n)).ok).toBe(true)
    const refused = await budget.spend(ALICE, 1n)
    expect(!refused.ok && refused.error).toMatchObject({
      kind: 'overloaded',
      retryAfterMs: DAY_MS / 2,
      details: { limit: '60' },
    })
    expect((await budget.spend(BOB, 40n)).ok).toBe(true)
  })

  test('is bounded for all wallets together, on all servers of the store', async () => {
    const { open } = opened()
    const wallets = Array.from({ length: 20 }, (_, n) => addressOf(`0x${n + 1}`))
    const spent = await Promise.all(wallets.map((wallet) => open().spend(wallet, 10n)))
    expect(spent.filter(({ ok }) => ok)).toHaveLength(10)
  })

  test('begins anew at midnight, on the rows of the day before', async () => {
    const { budget, store, advance } = opened()
    await budget.spend(ALICE, 60n)
    advance(DAY_MS / 2 - 1)
    expect((await budget.spend(ALICE, 1n)).ok).toBe(false)
    advance(1)
    expect((await budget.spend(ALICE, 60n)).ok).toBe(true)
    expect(store.values.size).toBe(2)
  })
})
