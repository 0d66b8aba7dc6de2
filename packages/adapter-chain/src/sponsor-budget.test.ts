import type { Address } from '@dropkit/core'
import { toIso } from '@dropkit/core/internal'
import { describe, expect, test } from 'vitest'
import { createStrictKeyValueStore } from '../test/fake-chain-fixture.ts'
import { createSponsorBudget } from './sponsor-budget.ts'
import { addressOf } from './sui/sui-node.ts'

const DAY_MS = 86_400_000
const NOON = 20_000 * DAY_MS + DAY_MS / 2
const DROP = addressOf('0xd')
const OTHER_DROP = addressOf('0xe')
const ALICE = addressOf('0xa')
const BOB = addressOf('0xb')

const on = (dropObjectId: Address, claimer: Address) => ({ dropObjectId, claimer })

function opened() {
  const store = createStrictKeyValueStore('')
  let now = NOON
  const open = () => createSponsorBudget(store, { perDay: 100n, perDrop: 80n, perWallet: 60n }, () => now)
  const advance = (byMs: number) => {
    now += byMs
  }
  return { store, open, budget: open(), advance }
}

describe('the gas that is paid for others in a day', () => {
  test('is limited per wallet, and refused requests are not counted', async () => {
    const { budget } = opened()
    expect((await budget.spend(on(DROP, ALICE), 60n)).ok).toBe(true)
    const refused = await budget.spend(on(DROP, ALICE), 1n)
    expect(!refused.ok && refused.error).toMatchObject({
      kind: 'overloaded',
      retryAfterMs: DAY_MS / 2,
      message: expect.stringContaining('of one wallet'),
      details: { gasBudget: 'wallet', limit: '60', resetsAt: toIso(NOON + DAY_MS / 2) },
    })
    expect((await budget.spend(on(DROP, BOB), 20n)).ok).toBe(true)
  })

  test('is limited per drop across all wallets', async () => {
    const { budget } = opened()
    expect((await budget.spend(on(DROP, ALICE), 50n)).ok).toBe(true)
    const refused = await budget.spend(on(DROP, BOB), 31n)
    expect(!refused.ok && refused.error).toMatchObject({
      message: expect.stringContaining('of one drop'),
      details: { limit: '80' },
    })
    expect((await budget.spend(on(OTHER_DROP, BOB), 31n)).ok).toBe(true)
  })

  test('is bounded for all wallets together, on all servers of the store', async () => {
    const { open } = opened()
    const spent = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        open().spend(on(addressOf(`0xd${n}`), addressOf(`0x${n + 1}`)), 10n),
      ),
    )
    expect(spent.filter(({ ok }) => ok)).toHaveLength(10)
  })

  test('can be looked at without being used', async () => {
    const { budget } = opened()
    expect((await budget.look(on(DROP, ALICE), 60n)).ok).toBe(true)
    expect((await budget.spend(on(DROP, ALICE), 60n)).ok).toBe(true)
    expect((await budget.look(on(DROP, ALICE), 1n)).ok).toBe(false)
  })

  test('is counted once for a transaction, and given back if it was not spent', async () => {
    const { budget } = opened()
    const report = (what: 'taken' | 'spent' | 'unspent', digest: string) =>
      budget.once(what, on(DROP, ALICE), 30n, { digest, until: NOON + 60_000 })
    for (let attempt = 0; attempt < 5; attempt++) expect((await report('taken', 'first')).ok).toBe(true)
    await report('spent', 'first')
    await report('unspent', 'first')
    expect((await report('taken', 'second')).ok).toBe(true)
    expect((await report('taken', 'third')).ok).toBe(false)
    await report('unspent', 'second')
    expect((await report('taken', 'third')).ok).toBe(true)
    // Even the first transaction of a day must fit.
    const large = budget.once('taken', on(OTHER_DROP, BOB), 61n, { digest: 'large', until: NOON })
    expect((await large).ok).toBe(false)
  })

  test('resets at midnight, reusing the rows of the previous day', async () => {
    const { budget, store, advance } = opened()
    await budget.spend(on(DROP, ALICE), 60n)
    advance(DAY_MS / 2 - 1)
    expect((await budget.spend(on(DROP, ALICE), 1n)).ok).toBe(false)
    advance(1)
    expect((await budget.spend(on(DROP, ALICE), 60n)).ok).toBe(true)
    expect(store.values.size).toBe(3)
  })
})
