import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Chain } from '../../ports/index.ts'

const LIFETIME_MS = 15 * 60_000
const unavailable = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const

let service: TestService
let drop: Drop

const claim = async () =>
  granted(await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }))

const stateOf = async (grant: Awaited<ReturnType<typeof claim>>) =>
  (await service.dropkit.readClaim(service.owner, idOfClaim(grant.claim)))?.state

/** Runs `act` while the chain is asked for used nonces, and changes the answer. */
function whileAsked(act: () => Promise<unknown>, answer: (given: UsedNonces) => UsedNonces = (same) => same) {
  const { chain } = service.ports
  const { usedNonces } = chain
  Object.assign(chain, {
    usedNonces: async (...question: Parameters<Chain['usedNonces']>) => {
      const given = await usedNonces(...question)
      await act()
      return given.ok ? { ok: true, value: answer(given.value) } : given
    },
  })
}

type UsedNonces = Extract<Awaited<ReturnType<Chain['usedNonces']>>, { ok: true }>['value']

const nothing = async () => undefined

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
})

describe('a voucher that ran out', () => {
  test('is not given up before the chain’s own time is past its expiry', async () => {
    const grant = await claim()
    const { expiresAt } = grant.voucher
    let chainTime = expiresAt - 1
    whileAsked(nothing, ({ used }) => ({ chainTime, used }))
    await service.pass(LIFETIME_MS + 5_000)
    expect(await stateOf(grant)).toEqual({ kind: 'PENDING', expiresAt })
    chainTime = expiresAt
    await service.pass(5_000)
    expect(await stateOf(grant)).toEqual({ kind: 'PENDING', expiresAt })
    chainTime = expiresAt + 1
    await service.pass(5_000)
    expect((await stateOf(grant))?.kind).toBe('EXPIRED')
    expect((await service.reread(drop)).tally).toMatchObject({ reservedAmount: 0n, reservedCount: 0 })
  })

  test('is not released if the chain shows it as used, even before its confirmation', async () => {
    const grant = await claim()
    const { chain, memoryChain } = service.ports
    const { claimsAfter } = chain
    Object.assign(chain, { claimsAfter: async () => unavailable })
    expect(memoryChain.wallet.claim(grant.voucher).kind).toBe('succeeded')
    await service.pass(LIFETIME_MS + 60_000)
    expect((await stateOf(grant))?.kind).toBe('PENDING')
    Object.assign(chain, { claimsAfter })
    await service.pass(5_000)
    expect((await stateOf(grant))?.kind).toBe('CONFIRMED')
  })

  test('is not released if it is renewed during the chain’s answer', async () => {
    const grant = await claim()
    let renewed: Awaited<ReturnType<typeof claim>> | undefined
    whileAsked(async () => {
      renewed ??= await claim()
    })
    await service.pass(LIFETIME_MS + 5_000, 1)
    expect(renewed?.claim.sequence).toBe(grant.claim.sequence)
    expect(renewed?.voucher.expiresAt).toBeGreaterThan(grant.voucher.expiresAt)
    expect(await stateOf(grant)).toEqual({ kind: 'PENDING', expiresAt: renewed?.voucher.expiresAt })
    await service.pass(LIFETIME_MS + 5_000)
    expect((await stateOf(grant))?.kind).toBe('EXPIRED')
  })

  test('is not released if it is confirmed during the chain’s answer', async () => {
    const grant = await claim()
    const { txHash } = service.ports.memoryChain.wallet.claim(grant.voucher)
    Object.assign(service.ports.chain, { claimsAfter: async () => unavailable })
    whileAsked(
      async () => {
        const input = { claimId: idOfClaim(grant.claim), txHash }
        granted(await service.dropkit.confirmClaim(service.owner, input))
      },
      // The reading of the chain is from just before the claim.
      ({ chainTime }) => ({ chainTime, used: new Set() }),
    )
    await service.pass(LIFETIME_MS + 5_000)
    expect(await stateOf(grant)).toMatchObject({ kind: 'CONFIRMED', txHash })
    expect((await service.reread(drop)).tally).toMatchObject({ reservedAmount: 10n, reservedCount: 1 })
  })
})
