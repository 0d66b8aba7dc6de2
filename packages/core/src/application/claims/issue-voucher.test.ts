// Preparing or recovering a claim whose voucher has expired or is no longer valid.

import { createTestService, granted, type TestService, testWallet, type VoucherGrant } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'

const { voucherLifetimeMs, expiryMarginMs } = DEFAULT_SETTINGS

let service: TestService
let drop: Drop
let grant: VoucherGrant

const claim = async () =>
  granted(await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }))

const recover = (id: string = idOfClaim(grant.claim)) => service.dropkit.recoverClaim(service.owner, id)
const stateNow = async () =>
  (await service.ports.store.claims([grant.claim])).get(idOfClaim(grant.claim))?.state
const advance = (ms: number) => service.ports.clock.advance(ms)

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
  grant = await claim()
})

describe('recovering a claim', () => {
  test('gives the same voucher while that is good', async () => {
    advance(voucherLifetimeMs - 1)
    const changed = vi.spyOn(service.ports.store, 'changeDrop')
    expect(granted(await recover())).toMatchObject({ claim: grant.claim, voucher: grant.voucher })
    expect(changed.mock.calls).toEqual([])
  })

  test('gives a new voucher for the same place once it ran out, which is kept and looked after', async () => {
    advance(voucherLifetimeMs)
    const { ports } = service
    const { changeDrop } = ports.store
    const jobs: unknown[] = []
    vi.spyOn(ports.store, 'changeDrop').mockImplementation((dropId, question, decide) =>
      changeDrop(dropId, question, (dropState) => {
        const change = decide(dropState)
        jobs.push(...(change.jobs ?? []))
        return change
      }),
    )
    const { voucher } = granted(await recover())
    const expiresAt = ports.clock.now() + voucherLifetimeMs
    expect(voucher).toMatchObject({ nonce: grant.voucher.nonce, amount: grant.voucher.amount, expiresAt })
    expect(await stateNow()).toEqual({ kind: 'PENDING', expiresAt })
    expect(jobs).toEqual([
      { kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt: expiresAt + expiryMarginMs },
    ])
  })

  test('returns an expired voucher if the drop does not allow a renewal', async () => {
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    advance(voucherLifetimeMs)
    const { voucher } = granted(await recover())
    expect(voucher.expiresAt).toBe(grant.voucher.expiresAt)
    expect(await stateNow()).toEqual({ kind: 'PENDING', expiresAt: grant.voucher.expiresAt })
  })

  test('gives one that was never good where the claim waits for none any more', async () => {
    service.ports.memoryChain.wallet.claim(grant.voucher)
    await service.pass(2_000)
    expect((await stateNow())?.kind).toBe('CONFIRMED')
    const { claim: taken, voucher } = granted(await recover())
    expect(taken.state.kind).toBe('CONFIRMED')
    expect(voucher.expiresAt).toBe(taken.createdAt)
  })

  test.each(['claim_x', ''])('finds none by %j', async (id) => {
    expect(await recover(id)).toEqual({ ok: false, error: { kind: 'not_found', what: 'Claim' } })
  })

  test('finds no voucher for an unused sequence number', async () => {
    const [beyond, elsewhere] = [{ ...grant.claim, sequence: 2 }, await service.createDrop()]
    const places = [beyond, { dropId: elsewhere.id, sequence: 1 }]
    for (const place of places) {
      const id = idOfClaim(place)
      for (const answer of [
        await recover(id),
        await service.dropkit.prepareClaim(service.owner, id),
        await service.dropkit.confirmClaim(service.owner, { claimId: id, txHash: 'tx' }),
      ]) {
        expect(answer).toEqual({ ok: false, error: { kind: 'not_found', what: 'Claim' } })
      }
    }
  })
})

describe('a claim whose amount was released', () => {
  test('is not confirmed by any transaction, and no request goes to the chain', async () => {
    await service.pass(2 * voucherLifetimeMs)
    expect((await stateNow())?.kind).toBe('EXPIRED')
    const asked = vi.spyOn(service.ports.chain, 'outcome')
    const input = { claimId: idOfClaim(grant.claim), txHash: 'tx' }
    expect(await service.dropkit.confirmClaim(service.owner, input)).toMatchObject({
      error: { kind: 'conflict', message: `${input.claimId} is EXPIRED; its amount has been given back` },
    })
    expect(asked.mock.calls).toEqual([])
  })
})

describe('a claim that several confirm at once', () => {
  test('is confirmed once', async () => {
    const { txHash } = service.ports.memoryChain.wallet.claim(grant.voucher)
    const input = { claimId: idOfClaim(grant.claim), txHash }
    const answers = await Promise.all([1, 2, 3].map(() => service.dropkit.confirmClaim(service.owner, input)))
    for (const answer of answers) expect(granted(answer).state).toMatchObject({ kind: 'CONFIRMED', txHash })
    const events = service.ports.memory.state.events.filter(({ type }) => type === 'claim.confirmed')
    expect(events).toHaveLength(1)
  })
})
