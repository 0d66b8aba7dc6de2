import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../domain/user.ts'
import type { ClaimRouter, RoutedClaim } from '../../ports/index.ts'
import { createDropkit, type Dropkit } from '../dropkit.ts'

let service: TestService
let caller: Caller

beforeEach(async () => {
  service = await createTestService()
  caller = await service.callerOf('claimer')
})

/** A process on the same store that routes all claims to another one. */
const processThatRoutes = (route: ClaimRouter['route']): Dropkit =>
  createDropkit({ ...service.ports, claimRouter: { route } })

const routesAs = (outcome: RoutedClaim): Dropkit => processThatRoutes(async () => outcome)

describe('a claim that another process batches', () => {
  it('is answered with a voucher, as if this process had served it', async () => {
    const drop = await service.createDrop()
    const here = processThatRoutes(async (submission) => ({
      kind: 'served',
      answer: await service.dropkit.serveRoutedClaim(structuredClone(submission)),
    }))
    const { claim, voucher } = granted(
      await here.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(1) }),
    )
    expect(voucher?.nonce).toBe(claim.sequence)
    const again = await service.dropkit.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(1) })
    expect(granted(again).claim).toEqual(claim)
  })

  it('is served here if the other process did not begin it', async () => {
    const drop = await service.createDrop()
    const claimed = await routesAs({ kind: 'not_begun' }).claimDrop(caller, {
      dropId: drop.id,
      userAddress: testWallet(1),
    })
    expect(granted(claimed).claim.sequence).toBe(1)
  })

  it('is served here if its answer was lost, because the same claim again is no second one', async () => {
    const drop = await service.createDrop()
    const here = processThatRoutes(async (submission) => {
      granted(await service.dropkit.serveRoutedClaim(submission))
      return { kind: 'lost' }
    })
    const claimed = await here.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(1) })
    expect(granted(claimed).claim.sequence).toBe(1)
    expect((await service.reread(drop)).tally.reservedCount).toBe(1)
  })

  it('is answered with a fault that says to retry if it was random and its answer was lost', async () => {
    const drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    const claimed = routesAs({ kind: 'lost' }).claimRandomDrop(caller, {
      dropId: drop.id,
      userAddress: testWallet(1),
    })
    await expect(claimed).rejects.toMatchObject({ name: 'StoreUnavailable', retryable: true })
  })

  it('keeps its refusal', async () => {
    const drop = await service.createDrop()
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    const here = processThatRoutes(async (submission) => ({
      kind: 'served',
      answer: structuredClone(await service.dropkit.serveRoutedClaim(submission)),
    }))
    const claimed = await here.claimDrop(caller, { dropId: drop.id, userAddress: testWallet(1) })
    expect(refusalOf(claimed)).toBe('drop_not_active')
  })
})
