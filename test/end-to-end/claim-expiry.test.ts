// The effects of time on claims: vouchers expire, days pass.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CONFIRM_CLAIM, type Data, onEachDatabase, soon, UPDATE_DROP, type World } from './world.ts'

const VOUCHER_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Advances to 01:00 UTC on the next day, so that the test stays within a day. */
const startNextDay = async (world: World) => {
  const now = await world.advance(0)
  const secondOfDay = Math.floor(now / 1000) % DAY_SECONDS
  await world.advance(DAY_SECONDS - secondOfDay + 3_600)
}

/**
 * Lets a voucher expire while the chain is unreachable, so that it is unknown whether it was used. Returns `afterMs` after
 * the expiry. Even on a slow machine, the chain is not asked before the outage begins.
 */
const runOutUnseen = async (world: World, { claimParams }: Data, afterMs: number) => {
  const left = Number(claimParams.expiry) - (await world.advance(0))
  await world.advance(Math.floor(left / 1000))
  await world.outage(60)
  await sleep(1_000 + afterMs)
}

onEachDatabase('time', (world) => {
  it('gives the amount of an unused voucher back, and opens a sold-out drop again', async () => {
    const dropId = await world.launch({ maxAmount: '10' })
    const granted = await world.claim(dropId, '0x61')
    expect(await world.drop(dropId)).toMatchObject({ status: 'SOLD_OUT', isSoldOut: true, isActive: false })
    expect((await world.refusedClaim(dropId, '0x62')).extensions.code).toBe('DROP_SOLD_OUT')

    await world.advance(VOUCHER_SECONDS + 3)
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('EXPIRED'))
    expect(await world.drop(dropId)).toMatchObject({
      status: 'ACTIVE',
      isActive: true,
      claimedAmount: '0',
      claimCount: 0,
    })

    const late = { ...granted.dropInfo, claimer: '0x61', ...granted.claimParams }
    const { status, body } = await world.server.fakeChain('claim', late)
    expect(status).toBe(422)
    const { txHash } = body['details'] as { txHash: string }
    const again = await world.refusal(CONFIRM_CLAIM, { claimId: granted.claim.id, txHash })
    expect(again.extensions.code).toBe('CONFLICT')

    const next = await world.claim(dropId, '0x62')
    expect(next.claim).toMatchObject({ sequence: 2, amount: '10' })
    expect((await world.drop(dropId)).status).toBe('SOLD_OUT')
  })

  it('gives nothing back while the chain cannot be asked', async () => {
    const dropId = await world.launch()
    const granted = await world.claim(dropId, world.wallet())
    await runOutUnseen(world, granted, 2_300)
    expect(await world.statusOfClaim(granted.claim.id)).toBe('PENDING')
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '10', tokenBalance: null })
    await world.outage(0)
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('EXPIRED'))
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '0', tokenBalance: '100' })
  })

  it('takes nothing from a wallet that used its voucher in time', async () => {
    const dropId = await world.launch()
    const granted = await world.claim(dropId, world.wallet())
    await world.advance(VOUCHER_SECONDS - 60)
    await world.take(granted)
    await world.advance(DAY_SECONDS)
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED'))
    await sleep(500)
    expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED')
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '10', tokenBalance: '90' })
  })

  it('renews the voucher of a wallet that claims again, while the drop accepts claims', async () => {
    const dropId = await world.launch()
    const wallet = world.wallet()
    const first = await world.claim(dropId, wallet)
    await runOutUnseen(world, first, 200)
    const renewed = await world.claim(dropId, wallet)
    expect(renewed.claim.id).toBe(first.claim.id)
    expect(renewed.claimParams).toMatchObject({ amount: '10', nonce: first.claimParams.nonce })
    expect(Number(renewed.claimParams.expiry)).toBeGreaterThan(Number(first.claimParams.expiry))
    expect(renewed.claimParams.signature).not.toBe(first.claimParams.signature)
    await world.outage(0)
    await sleep(2_200)
    expect(await world.statusOfClaim(first.claim.id)).toBe('PENDING')
    await world.take(renewed)
    await soon(async () => expect(await world.statusOfClaim(first.claim.id)).toBe('CONFIRMED'))
  })

  it('ends the old voucher of a paused drop, and no new one is given', async () => {
    const dropId = await world.launch()
    const wallet = world.wallet()
    const granted = await world.claim(dropId, wallet)
    await world.ask(UPDATE_DROP, { id: dropId, input: { status: 'PAUSED' } })
    await world.advance(VOUCHER_SECONDS + 1)
    expect((await world.refusedClaim(dropId, wallet)).extensions.code).toBe('DROP_NOT_ACTIVE')
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('EXPIRED'))
    expect(await world.drop(dropId)).toMatchObject({ status: 'PAUSED', claimedAmount: '0' })
  })

  it('counts the days of a streak, and restarts after a missed one', async () => {
    await startNextDay(world)
    const dropId = await world.launch({ claimType: 'STREAK' })
    const wallet = world.wallet()
    const claimAndTake = async () => {
      const granted = await world.claim(dropId, wallet)
      await world.ask(CONFIRM_CLAIM, { claimId: granted.claim.id, txHash: await world.take(granted) })
      return granted.claim.streak
    }
    expect(await claimAndTake()).toBe(1)
    const { extensions } = await world.refusedClaim(dropId, wallet)
    const midnight = (Math.floor((await world.advance(0)) / 86_400_000) + 1) * 86_400_000
    expect(extensions).toMatchObject({
      code: 'CLAIM_COOLDOWN',
      details: { nextClaimAt: new Date(midnight).toISOString() },
    })
    await world.advance(DAY_SECONDS)
    expect(await claimAndTake()).toBe(2)
    await world.advance(DAY_SECONDS)
    expect(await claimAndTake()).toBe(3)
    await world.advance(2 * DAY_SECONDS)
    expect(await claimAndTake()).toBe(1)
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '40', claimCount: 4 })
  })

  it('allows another claim on a day of a streak whose claim expired', async () => {
    await startNextDay(world)
    const dropId = await world.launch({ claimType: 'STREAK' })
    const wallet = world.wallet()
    const first = await world.claim(dropId, wallet)
    expect(await world.claim(dropId, wallet)).toEqual(first)
    await world.advance(VOUCHER_SECONDS + 3)
    await soon(async () => expect(await world.statusOfClaim(first.claim.id)).toBe('EXPIRED'))
    const second = await world.claim(dropId, wallet)
    expect(second.claim).toMatchObject({ sequence: 2, streak: 1 })
    await world.advance(DAY_SECONDS)
    await soon(async () => expect(await world.statusOfClaim(second.claim.id)).toBe('EXPIRED'))
    expect((await world.claim(dropId, wallet)).claim.streak).toBe(1)
  })
})
