import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Caller } from '../../domain/user.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import type { ClaimGrant } from './claim-drop.ts'

let service: TestService
let claimer: Caller
const wallet = testWallet(7)

async function claimOf(drop: Drop): Promise<ClaimGrant> {
  return granted(await service.dropkit.claimDrop(claimer, { dropId: drop.id, userAddress: wallet }))
}
const prepared = ({ claim }: ClaimGrant, caller = claimer) =>
  service.dropkit.prepareClaim(caller, idOfClaim(claim))
const take = (bytes: string) => service.ports.memoryChain.wallet.execute(wallet, bytes)

beforeEach(async () => {
  service = await createTestService()
  claimer = await service.callerOf('claimer')
})

describe('preparing a claim for its wallet', () => {
  test('returns a transaction that claims the amount, and the claim is then confirmed automatically', async () => {
    const drop = await service.createDrop()
    const grant = await claimOf(drop)
    expect(take(granted(await prepared(grant)))).toMatchObject({ kind: 'succeeded' })
    await service.pass(10_000)
    const claim = await service.dropkit.readClaim(claimer, idOfClaim(grant.claim))
    expect(claim?.state.kind).toBe('CONFIRMED')
  })

  test('renews an expired voucher while the drop accepts claims', async () => {
    const grant = await claimOf(await service.createDrop())
    service.ports.clock.advance(DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(take(granted(await prepared(grant)))).toMatchObject({ kind: 'succeeded' })
  })

  test('gives the old voucher of a paused drop while it lasts, and none from then on', async () => {
    const drop = await service.createDrop()
    const grant = await claimOf(drop)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    expect((await prepared(grant)).ok).toBe(true)
    service.ports.clock.advance(DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(refusalOf(await prepared(grant))).toBe('drop_not_active')
  })

  test('gives nothing of a claim that was taken, although the wallet may claim once more', async () => {
    const drop = await service.createDrop({ maxPerWallet: 2 })
    const grant = await claimOf(drop)
    take(granted(await prepared(grant)))
    await service.pass(10_000)
    expect(refusalOf(await prepared(grant))).toBe('already_claimed')
    expect((await service.reread(drop)).tally.reservedCount).toBe(1)
  })

  test('returns nothing for a claim whose amount was released', async () => {
    const grant = await claimOf(await service.createDrop())
    await service.pass(2 * DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(refusalOf(await prepared(grant))).toBe('conflict')
  })

  test('honours the voucher of a deleted drop, and signs no new one', async () => {
    const drop = await service.createDrop()
    const grant = await claimOf(drop)
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
    const grant = await claimOf(await service.createDrop())
    service.ports.memoryChain.setOutage('gone')
    expect(refusalOf(await prepared(grant))).toBe('chain_unavailable')
  })
})
