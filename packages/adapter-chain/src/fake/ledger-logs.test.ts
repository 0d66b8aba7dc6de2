import { type Address, amountOf, type ClaimedOnChain, type PaymentOnChain } from '@dropkit/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  act,
  addressOf,
  claim,
  createFixture,
  type FakeChainFixture,
  granted,
  openVault,
  SUI,
} from '../../test/fake-chain-fixture.ts'
import { createClaimLog } from './ledger-logs.ts'
import { TREASURY_ADDRESS } from './ledger-records.ts'

describe('the log of claims', () => {
  const nonces = (claims: readonly ClaimedOnChain[]) => claims.map(({ nonce }) => nonce)

  async function readFrom({ chain }: FakeChainFixture, cursor: string | null, limit: number) {
    const claims: ClaimedOnChain[] = []
    let next = cursor
    for (;;) {
      const page = granted(await chain.claimsAfter(next, limit))
      expect(page.claims.length).toBeLessThanOrEqual(limit)
      claims.push(...page.claims)
      if (page.claims.length === 0) return { claims, cursor: next }
      next = page.cursor
    }
  }

  describe('the log of claims', () => {
    test('is empty at first, and its cursor does not move while no claim arrives', async () => {
      const fixture = createFixture()
      expect(granted(await fixture.chain.claimsAfter(null, 10))).toEqual({
        claims: [],
        cursor: null,
        completeUntil: fixture.clock.now(),
      })
      const { sign } = await openVault(fixture.chain)
      granted(await claim(fixture.chain, await sign({})))
      const { cursor } = granted(await fixture.chain.claimsAfter(null, 10))
      expect(granted(await fixture.chain.claimsAfter(cursor, 10))).toEqual({
        claims: [],
        cursor,
        completeUntil: fixture.clock.now(),
      })
    })

    test('holds claims by wallets and deliveries in the order of the chain, in pages of any size', async () => {
      const fixture = createFixture()
      const { chain } = fixture
      const { sign, coinType } = await openVault(chain, { deposit: 10_000n })
      granted(await claim(chain, await sign({ nonce: 1 })))
      const vouchers = await Promise.all([5, 4, 3].map((nonce) => sign({ nonce })))
      await act(chain, { kind: 'deliver_claims', coinType, vouchers })
      granted(await claim(chain, await sign({ nonce: 2 })))
      for (const limit of [1, 2, 3, 4, 5, 100]) {
        expect(nonces((await readFrom(fixture, null, limit)).claims)).toEqual([1, 5, 4, 3, 2])
      }
    })

    test('refuses a cursor that it never gave', async () => {
      const { chain } = createFixture()
      await expect(chain.claimsAfter('last week', 1)).rejects.toThrow('invariant')
    })

    test('misses and repeats no claim while readers of two servers follow and claims arrive', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 40 }),
          fc.integer({ min: 1, max: 7 }),
          async (count, limit) => {
            const one = createFixture()
            const other = createFixture({ keyValues: one.keyValues })
            const vaults = [
              await openVault(one.chain, { deposit: 10_000n }),
              await openVault(one.chain, { deposit: 10_000n, drop: 2 }),
            ]
            const claims = Array.from({ length: count }, async (_, n) => {
              const voucher = await vaults[n % 2]?.sign({ nonce: n })
              if (voucher !== undefined) granted(await claim(n % 3 === 0 ? one.chain : other.chain, voucher))
            })
            const early = await Promise.all([readFrom(one, null, limit), readFrom(other, null, limit)])
            await Promise.all(claims)
            for (const { claims, cursor } of early) {
              const rest = await readFrom(one, cursor, limit)
              const whole = await readFrom(other, null, 1_000)
              expect([...claims, ...rest.claims]).toEqual(whole.claims)
              expect(nonces(whole.claims).sort((a, b) => a - b)).toEqual(
                Array.from({ length: count }, (_, n) => n),
              )
            }
          },
        ),
        { numRuns: Math.min(Number(process.env['PROPERTY_RUNS'] ?? 500), 100) },
      )
    })

    test('gives a claim one place, though another reader gave it one in the middle of it', async () => {
      const fixture = createFixture()
      const { keyValues } = fixture
      const { sign } = await openVault(fixture.chain)
      granted(await claim(fixture.chain, await sign({})))
      const slow = createClaimLog(
        {
          ...keyValues,
          async list(prefix, page) {
            const listed = await keyValues.list(prefix, page)
            await readFrom(fixture, null, 10)
            return listed
          },
        },
        Date.now,
      )
      expect(nonces((await slow.after(null, 10)).claims)).toEqual([1])
    })

    test('never writes over a place that another reader has given since it looked', async () => {
      const fixture = createFixture()
      const { keyValues } = fixture
      const { sign } = await openVault(fixture.chain)
      granted(await claim(fixture.chain, await sign({ nonce: 1 })))
      let isFirst = true
      const slow = createClaimLog(
        {
          ...keyValues,
          async get(keys) {
            const values = await keyValues.get(keys)
            if (isFirst) {
              isFirst = false
              granted(await claim(fixture.chain, await sign({ nonce: 2 })))
              await readFrom(fixture, null, 10)
            }
            return values
          },
        },
        Date.now,
      )
      expect(nonces((await slow.after(null, 10)).claims).sort()).toEqual([1, 2])
      granted(await claim(fixture.chain, await sign({ nonce: 3 })))
      expect(nonces((await readFrom(fixture, null, 10)).claims).sort()).toEqual([1, 2, 3])
    })

    test('catches up with more claims than it orders at once', async () => {
      const fixture = createFixture()
      const { sign } = await openVault(fixture.chain, { deposit: 1_000_000n })
      const count = 450
      for (let nonce = 0; nonce < count; nonce++) {
        granted(await claim(fixture.chain, await sign({ nonce })))
        if (nonce % 10 === 0) fixture.pass(1)
      }
      const { claims } = await readFrom(fixture, null, 1_000)
      expect(nonces(claims)).toEqual(Array.from({ length: count }, (_, n) => n))
    })
  })
})

describe('the log of payments', () => {
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
            expect(amounts(whole).sort((a, b) => a - b)).toEqual(
              Array.from({ length: count }, (_, n) => n + 1),
            )
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
})
