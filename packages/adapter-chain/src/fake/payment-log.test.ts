import { type Address, amountOf, type PaymentOnChain } from '@dropkit/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  act,
  addressOf,
  balanceOf,
  createFixture,
  type FakeChainFixture,
  granted,
  openVault,
  refused,
  START,
  SUI,
} from '../../test/fake-chain-fixture.ts'
import { normalizeType } from '../move-types.ts'
import { TREASURY_ADDRESS } from './fake-accounts.ts'

const coinType = normalizeType(SUI) ?? ''
const ALICE = addressOf('a11ce')
const BOB = addressOf('b0b')

async function rich(fixture: FakeChainFixture, ...owners: readonly Address[]): Promise<FakeChainFixture> {
  for (const address of owners)
    granted(await fixture.chain.faucet({ address, coinType: SUI, amount: '100000' }))
  return fixture
}

const pay = async ({ chain }: FakeChainFixture, from: Address, amount: number, memo?: string) =>
  granted(await chain.transfer({ from, to: TREASURY_ADDRESS, coinType: SUI, amount, memo })).txHash

const amounts = (payments: readonly PaymentOnChain[]) => payments.map(({ amount }) => Number(amount))

async function readFrom({ chain }: FakeChainFixture, cursor: string | null, limit: number) {
  const payments: PaymentOnChain[] = []
  for (let next = cursor; ; ) {
    const page = granted(await chain.paymentsAfter(next, limit))
    expect(page.payments.length).toBeLessThanOrEqual(limit)
    payments.push(...page.payments)
    if (page.payments.length === 0) return { payments, cursor: next }
    next = page.cursor
  }
}

describe('the log of payments', () => {
  test('returns sender, receiver, amount, memo and time', async () => {
    const fixture = await rich(createFixture(), ALICE)
    fixture.pass(5)
    const txHash = await pay(fixture, ALICE, 300, 'pi_1')
    const expected = {
      txHash,
      index: 0,
      from: ALICE,
      to: TREASURY_ADDRESS,
      coinType,
      amount: 300n,
      memo: 'pi_1',
      at: START + 5,
    }
    expect(granted(await fixture.chain.paymentsAfter(null, 10)).payments).toEqual([expected])
    expect(granted(await fixture.chain.paymentsFrom(ALICE, 10))).toEqual([expected])
  })

  test('is empty at first, and its cursor stays where it is while nothing comes', async () => {
    const fixture = await rich(createFixture(), ALICE)
    expect(granted(await fixture.chain.paymentsAfter(null, 10))).toEqual({ payments: [], cursor: null })
    await pay(fixture, ALICE, 1)
    const { cursor } = granted(await fixture.chain.paymentsAfter(null, 10))
    expect(granted(await fixture.chain.paymentsAfter(cursor, 10))).toEqual({ payments: [], cursor })
  })

  test('keeps the order of payments within one millisecond, in pages of any size', async () => {
    const fixture = await rich(createFixture(), ALICE, BOB)
    for (let n = 1; n <= 12; n++) await pay(fixture, n % 3 === 0 ? BOB : ALICE, n)
    for (const limit of [1, 5, 12, 100]) {
      expect(amounts((await readFrom(fixture, null, limit)).payments)).toEqual(
        Array.from({ length: 12 }, (_, n) => n + 1),
      )
    }
    expect(amounts(granted(await fixture.chain.paymentsFrom(BOB, 3)))).toEqual([12, 9, 6])
    expect(granted(await fixture.chain.paymentsFrom(addressOf('c'), 3))).toEqual([])
  })

  test('holds nothing that failed, went elsewhere or left the treasury', async () => {
    const fixture = await rich(createFixture(), ALICE)
    const { chain } = fixture
    refused(await chain.transfer({ from: BOB, to: TREASURY_ADDRESS, coinType: SUI, amount: 1 }))
    granted(await chain.transfer({ from: ALICE, to: BOB, coinType: SUI, amount: 1 }))
    await pay(fixture, ALICE, 40)
    await act(chain, { kind: 'pay', coinType, amount: amountOf(30n), to: ALICE })
    await act(chain, { kind: 'pay', coinType, amount: amountOf(10n), to: TREASURY_ADDRESS })
    expect(amounts((await readFrom(fixture, null, 10)).payments)).toEqual([40])
  })

  test('refuses a cursor that it never gave', async () => {
    await expect(createFixture().chain.paymentsAfter('last week', 1)).rejects.toThrow('invariant')
  })

  test('misses and repeats no payment while readers of two servers follow and payments arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 7 }),
        async (count, limit) => {
          const one = await rich(createFixture(), ALICE, BOB)
          const other = createFixture({ keyValues: one.keyValues })
          const payments = Array.from({ length: count }, (_, n) =>
            pay(n % 3 === 0 ? one : other, n % 2 === 0 ? ALICE : BOB, n + 1),
          )
          const early = await Promise.all([readFrom(one, null, limit), readFrom(other, null, limit)])
          await Promise.all(payments)
          const whole = (await readFrom(other, null, 1_000)).payments
          expect(amounts(whole).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n + 1))
          for (const { payments, cursor } of early) {
            const rest = await readFrom(one, cursor, limit)
            expect([...payments, ...rest.payments]).toEqual(whole)
          }
          const ofAlice = granted(await one.chain.paymentsFrom(ALICE, 1_000))
          expect(ofAlice).toEqual(whole.filter(({ from }) => from === ALICE).reverse())
        },
      ),
      { numRuns: Math.min(Number(process.env['PROPERTY_RUNS'] ?? 500), 100) },
    )
  })

  test('costs the same for the thousandth payment as for the first', async () => {
    const fixture = await rich(createFixture(), ALICE)
    const { keyValues, chain } = fixture
    const costOfOne = async () => {
      const before = keyValues.transactions()
      await pay(fixture, ALICE, 1)
      const { cursor } = await readFrom(fixture, null, 10_000)
      await chain.paymentsFrom(ALICE, 5)
      return { transactions: keyValues.transactions() - before, cursor }
    }
    const first = await costOfOne()
    for (let n = 0; n < 300; n++) await pay(fixture, ALICE, 1)
    await readFrom(fixture, null, 10_000)
    const later = await costOfOne()
    expect(later.transactions).toBe(first.transactions)
  })
})

describe('the treasury', () => {
  test('holds the received money, and pays refunds and payouts from it and no more', async () => {
    const fixture = await rich(createFixture(), ALICE)
    const { chain } = fixture
    await pay(fixture, ALICE, 500)
    expect(await balanceOf(chain, SUI, TREASURY_ADDRESS)).toBe(500n)
    const { payments } = await act(chain, { kind: 'pay', coinType: SUI, amount: amountOf(200n), to: ALICE })
    expect(payments).toEqual([{ from: TREASURY_ADDRESS, to: ALICE, coinType, amount: 200n, memo: null }])
    expect(await balanceOf(chain, SUI, TREASURY_ADDRESS)).toBe(300n)
    expect(await balanceOf(chain, SUI, ALICE)).toBe(99_700n)
    const tooMuch = await chain.prepare({ kind: 'pay', coinType: SUI, amount: amountOf(301n), to: BOB })
    expect(refused(tooMuch)).toMatchObject({ kind: 'not_possible', isFinal: false })
  })

  test('sends one refund once, however often its bytes are sent', async () => {
    const fixture = await rich(createFixture(), ALICE)
    const { chain } = fixture
    await pay(fixture, ALICE, 500)
    const refund = granted(await chain.prepare({ kind: 'pay', coinType, amount: amountOf(200n), to: ALICE }))
    for (let time = 0; time < 3; time++) granted(await chain.submit(refund))
    expect(await balanceOf(chain, SUI, TREASURY_ADDRESS)).toBe(300n)
    const again = granted(await chain.prepare({ kind: 'pay', coinType, amount: amountOf(200n), to: ALICE }))
    expect(again.digest).not.toBe(refund.digest)
  })

  test('receives the remainder of a closed vault as a normal payment', async () => {
    const { chain } = await rich(createFixture(), TREASURY_ADDRESS)
    const vault = await openVault(chain, { deposit: 30n })
    const { dropObjectId } = vault
    const sender = TREASURY_ADDRESS
    const transactionBytes = granted(await chain.prepareDeposit(vault, amountOf(70n), sender))
    granted(await chain.execute({ sender, transactionBytes }))
    await act(chain, { kind: 'close_vault', dropObjectId, coinType: vault.coinType })
    expect(granted(await chain.paymentsFrom(dropObjectId, 1))).toMatchObject([{ amount: 70n }])
  })
})
