import type { ClaimedOnChain } from '@dropkit/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  act,
  claim,
  createFixture,
  type FakeChainFixture,
  granted,
  openVault,
} from '../../test/fake-chain-fixture.ts'
import { createClaimLog } from './claim-log.ts'

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
    expect(granted(await fixture.chain.claimsAfter(null, 10))).toEqual({ claims: [], cursor: null })
    const { sign } = await openVault(fixture.chain)
    granted(await claim(fixture.chain, await sign({})))
    const { cursor } = granted(await fixture.chain.claimsAfter(null, 10))
    expect(granted(await fixture.chain.claimsAfter(cursor, 10))).toEqual({ claims: [], cursor })
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

  test('reports each claim as its transaction does', async () => {
    const { chain } = createFixture()
    const { sign } = await openVault(chain)
    const { txHash } = granted(await claim(chain, await sign({})))
    const outcome = granted(await chain.outcome(txHash))
    const { claims } = granted(await chain.claimsAfter(null, 10))
    expect(outcome).toMatchObject({ effects: { claimed: claims } })
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
    const slow = createClaimLog({
      ...keyValues,
      async list(prefix, page) {
        const listed = await keyValues.list(prefix, page)
        await readFrom(fixture, null, 10)
        return listed
      },
    })
    expect(nonces((await slow.after(null, 10)).claims)).toEqual([1])
  })

  test('never writes over a place that another reader has given since it looked', async () => {
    const fixture = createFixture()
    const { keyValues } = fixture
    const { sign } = await openVault(fixture.chain)
    granted(await claim(fixture.chain, await sign({ nonce: 1 })))
    let isFirst = true
    const slow = createClaimLog({
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
    })
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
