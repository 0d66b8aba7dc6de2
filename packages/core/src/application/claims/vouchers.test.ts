import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  type VoucherGrant,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtChanges } from '../../../test/replace-method.ts'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Caller } from '../../domain/user.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import type { ClaimGrant } from './claim-drop.ts'

let service: TestService

describe('issuing a voucher', () => {
  const { voucherLifetimeMs, expiryMarginMs } = DEFAULT_SETTINGS
  let drop: Drop
  let grant: VoucherGrant

  const recover = (id: string = idOfClaim(grant.claim)) => service.dropkit.recoverClaim(service.owner, id)
  const stateNow = async () =>
    (await service.ports.store.claims([grant.claim])).get(idOfClaim(grant.claim))?.state
  const advance = (ms: number) => service.ports.clock.advance(ms)

  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop()
    grant = await service.claim(drop)
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
      const jobs: unknown[] = []
      lookAtChanges(ports.store, (change) => jobs.push(...(change.jobs ?? [])))
      const { voucher } = granted(await recover())
      const expiresAt = ports.clock.now() + voucherLifetimeMs
      expect(voucher).toMatchObject({ nonce: grant.voucher.nonce, amount: grant.voucher.amount, expiresAt })
      expect(await stateNow()).toEqual({ kind: 'PENDING', expiresAt })
      expect(jobs).toEqual([
        {
          kind: 'expire_claims',
          subject: drop.id,
          ownerId: drop.creatorId,
          dueAt: expiresAt + expiryMarginMs,
        },
      ])
    })

    test('gives a new voucher that the chain takes, and confirms the claim', async () => {
      advance(voucherLifetimeMs)
      const { voucher } = granted(await recover())
      expect((await service.reread(drop)).tally.reservedCount).toBe(1)
      expect(service.ports.memoryChain.wallet.claim(voucher).kind).toBe('succeeded')
      await service.pass(2 * voucherLifetimeMs)
      expect(granted(await recover()).claim.state.kind).toBe('CONFIRMED')
    })

    test('gives no good voucher if the amount was given back', async () => {
      await service.pass(voucherLifetimeMs + 60_000)
      const { claim, voucher } = granted(await recover())
      expect(claim.state.kind).toBe('EXPIRED')
      expect(voucher.expiresAt).toBeLessThanOrEqual(claim.createdAt)
      expect(service.ports.memoryChain.wallet.claim(voucher).kind).toBe('failed')
      expect((await service.reread(drop)).tally.reservedCount).toBe(0)
    })

    test('returns an expired voucher if the drop is paused', async () => {
      granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
      advance(voucherLifetimeMs)
      expect(granted(await recover()).voucher.expiresAt).toBe(grant.voucher.expiresAt)
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
      const answers = await Promise.all(
        [1, 2, 3].map(() => service.dropkit.confirmClaim(service.owner, input)),
      )
      for (const answer of answers) expect(granted(answer).state).toMatchObject({ kind: 'CONFIRMED', txHash })
      const events = service.ports.memory.state.events.filter(({ type }) => type === 'claim.confirmed')
      expect(events).toHaveLength(1)
    })
  })
})

describe('preparing a claim for its wallet', () => {
  let claimer: Caller
  const wallet = testWallet(7)

  const prepared = ({ claim }: ClaimGrant, caller = claimer) =>
    service.dropkit.prepareClaim(caller, idOfClaim(claim))
  const take = (bytes: string) => service.ports.memoryChain.wallet.execute(wallet, bytes)

  beforeEach(async () => {
    service = await createTestService()
    claimer = await service.callerOf('claimer')
  })

  test('returns a transaction that claims the amount, and the claim is then confirmed automatically', async () => {
    const drop = await service.createDrop()
    const grant = await service.claim(drop, 7, claimer)
    expect(take(granted(await prepared(grant)))).toMatchObject({ kind: 'succeeded' })
    await service.pass(10_000)
    const claim = await service.dropkit.readClaim(claimer, idOfClaim(grant.claim))
    expect(claim?.state.kind).toBe('CONFIRMED')
  })

  test('renews an expired voucher while the drop accepts claims', async () => {
    const grant = await service.claim(await service.createDrop(), 7, claimer)
    service.ports.clock.advance(DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(take(granted(await prepared(grant)))).toMatchObject({ kind: 'succeeded' })
  })

  test('gives the old voucher of a paused drop while it lasts, and none from then on', async () => {
    const drop = await service.createDrop()
    const grant = await service.claim(drop, 7, claimer)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    expect((await prepared(grant)).ok).toBe(true)
    service.ports.clock.advance(DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(refusalOf(await prepared(grant))).toBe('drop_not_active')
  })

  test('gives nothing of a claim that was taken, although the wallet may claim once more', async () => {
    const drop = await service.createDrop({ maxPerWallet: 2 })
    const grant = await service.claim(drop, 7, claimer)
    take(granted(await prepared(grant)))
    await service.pass(10_000)
    expect(refusalOf(await prepared(grant))).toBe('already_claimed')
    expect((await service.reread(drop)).tally.reservedCount).toBe(1)
  })

  test('returns nothing for a claim whose amount was released', async () => {
    const grant = await service.claim(await service.createDrop(), 7, claimer)
    await service.pass(2 * DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(refusalOf(await prepared(grant))).toBe('conflict')
  })

  test('honours the voucher of a deleted drop, and signs no new one', async () => {
    const drop = await service.createDrop()
    const grant = await service.claim(drop, 7, claimer)
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    expect((await prepared(grant)).ok).toBe(true)
    service.ports.clock.advance(DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(refusalOf(await prepared(grant))).toBe('not_found')
  })

  test('is only for users who may claim for that wallet', async () => {
    const drop = await service.createDrop({ claimAccess: 'OWNER' })
    const input = { dropId: drop.id, userAddress: wallet }
    const grant = granted(await service.dropkit.claimDrop(service.owner, input))
    expect(refusalOf(await prepared(grant))).toBe('forbidden')
    expect((await prepared(grant, service.owner)).ok).toBe(true)
  })

  test('of a random drop is the server’s own work', async () => {
    const drop = await service.createDrop({ tokenAmount: '0', supply: 10 })
    const drawn = granted(
      await service.dropkit.claimRandomDrop(claimer, { dropId: drop.id, userAddress: wallet }),
    )
    const id = idOfClaim({ dropId: drop.id, sequence: 1 })
    expect(drawn).toBeDefined()
    expect(refusalOf(await service.dropkit.prepareClaim(claimer, id))).toBe('wrong_operation')
  })

  test('of no claim finds none', async () => {
    expect(refusalOf(await service.dropkit.prepareClaim(claimer, 'claim_x'))).toBe('not_found')
  })

  test('says that the chain is away', async () => {
    const grant = await service.claim(await service.createDrop(), 7, claimer)
    service.ports.memoryChain.setOutage('gone')
    expect(refusalOf(await prepared(grant))).toBe('chain_unavailable')
  })
})
