// The life of a claim, from the voucher to the confirmation by the chain.
import { expect, it } from 'vitest'
import { CONFIRM_CLAIM, onEachDatabase, soon, type World } from './world.ts'

const VOUCHER_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 60 * 60

/** Advances to 01:00 UTC on the next day, so that the test stays within a day. */
const startNextDay = async (world: World) => {
  const now = await world.advance(0)
  const secondOfDay = Math.floor(now / 1000) % DAY_SECONDS
  await world.advance(DAY_SECONDS - secondOfDay + 3_600)
}

onEachDatabase('a claim', (world) => {
  it('is confirmed by the chain, without a request', async () => {
    const dropId = await world.launch()
    const wallet = world.wallet()
    const granted = await world.claim(dropId, wallet)
    expect(granted.claim).toMatchObject({ amount: '10', status: 'PENDING', sequence: 1 })
    expect(await world.drop(dropId)).toMatchObject({
      claimedAmount: '10',
      remainingBalance: '90',
      tokenBalance: '100',
    })
    const txHash = await world.take(granted)
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED'))
    const { claim } = await world.ask(
      'query ($id: ID!) { claim(id: $id) { txHash claimedAt createdAt expiresAt user { username } drop { id } } }',
      { id: granted.claim.id },
    )
    expect(claim).toMatchObject({
      txHash,
      expiresAt: null,
      user: { username: 'admin' },
      drop: { id: dropId },
    })
    expect(Date.parse(claim.claimedAt)).toBeGreaterThanOrEqual(Date.parse(claim.createdAt))
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '10', claimCount: 1, tokenBalance: '90' })
    const { extensions } = await world.refusedClaim(dropId, wallet)
    expect(extensions).toMatchObject({
      code: 'ALREADY_CLAIMED',
      details: { claimId: granted.claim.id, userAddress: wallet },
    })
  })

  it('is the same for repeated requests, in any spelling of the address, and is counted once', async () => {
    const dropId = await world.launch()
    const first = await world.claim(dropId, '0x00aBc')
    for (const spelling of ['0xabc', '0xABC', `0x${'abc'.padStart(64, '0')}`]) {
      expect(await world.claim(dropId, spelling)).toEqual(first)
      expect(await world.claim(dropId, spelling, { amount: '10' })).toEqual(first)
    }
    const together = await Promise.all(Array.from({ length: 8 }, () => world.claim(dropId, '0xabc')))
    for (const again of together) expect(again).toEqual(first)
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '10', claimCount: 1 })
  })

  it('is confirmed by its own transaction and no other', async () => {
    const dropId = await world.launch()
    const mine = await world.claim(dropId, world.wallet())
    const other = await world.claim(dropId, world.wallet())
    const confirm = (txHash: string) => world.refusal(CONFIRM_CLAIM, { claimId: mine.claim.id, txHash })

    const unknown = await confirm('11111111111111111111111111111111')
    expect(unknown).toMatchObject({
      path: ['confirmClaim'],
      extensions: { code: 'TX_NOT_FOUND', retryable: true },
    })

    const forged = { ...mine.dropInfo, claimer: '0x1', ...mine.claimParams, amount: '99' }
    const { status, body } = await world.server.fakeChain('claim', forged)
    expect(status).toBe(422)
    const { txHash: failedHash } = body['details'] as { txHash: string }
    expect((await confirm(failedHash)).extensions).toMatchObject({ code: 'TX_FAILED', retryable: false })

    const otherHash = await world.take(other)
    expect((await confirm(otherHash)).extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'txHash' })
    expect(await world.statusOfClaim(mine.claim.id)).toBe('PENDING')

    const txHash = await world.take(mine)
    const variables = { claimId: mine.claim.id, txHash }
    const { confirmClaim } = await world.ask(CONFIRM_CLAIM, variables)
    expect(confirmClaim).toMatchObject({ id: mine.claim.id, status: 'CONFIRMED', txHash })
    expect(await world.ask(CONFIRM_CLAIM, variables, 'stranger')).toEqual({ confirmClaim })
    expect((await confirm(otherHash)).extensions.code).toBe('CONFLICT')
    expect((await confirm('11111111111111111111111111111111')).extensions.code).toBe('CONFLICT')
    expect(await world.statusOfClaim(mine.claim.id)).toBe('CONFIRMED')
  })

  it('that waits for the chain says so, and that its request may be repeated', async () => {
    const dropId = await world.launch()
    const { claim } = await world.claim(dropId, world.wallet())
    await world.outage(60)
    try {
      const confirm = { claimId: claim.id, txHash: '11111111111111111111111111111111' }
      const refused = await world.refusal(CONFIRM_CLAIM, confirm)
      expect(refused).toMatchObject({
        message: expect.stringContaining('chain'),
        path: ['confirmClaim'],
        extensions: { code: 'CHAIN_UNAVAILABLE', retryable: true },
      })
      // Its vault cannot be created while the chain is down.
      const waiting = await world.launch()
      expect(await world.refusedClaim(waiting, world.wallet())).toMatchObject({
        extensions: { code: 'DROP_NOT_READY', retryable: true, details: { waitingFor: expect.any(String) } },
      })
      await world.outage(0)
      await soon(() => world.claim(waiting, world.wallet()))
      await world.outage(60)
      // Reading never fails.
      expect(await world.drop(dropId)).toMatchObject({ claimCount: 1, tokenBalance: null })
    } finally {
      await world.outage(0)
    }
  })

  it('is listed under its drop newest first, ten at a time unless more are asked for', async () => {
    const dropId = await world.launch({ maxAmount: '110' })
    for (let count = 0; count < 11; count++) await world.claim(dropId, world.wallet())
    const paged = `query ($id: ID!, $after: ID) { drop(id: $id) {
      few: claims { sequence } all: claims(limit: 200) { sequence } rest: claims(after: $after) { sequence }
    } }`
    const { drop } = await world.ask(paged, { id: dropId, after: `claim_${dropId.slice(5)}_3` })
    expect({ few: drop.few.length, all: drop.all.length }).toEqual({ few: 10, all: 11 })
    expect(drop.rest).toEqual([{ sequence: 2 }, { sequence: 1 }])
    const foreign = await world.refusal(paged, { id: dropId, after: `claim_${'0'.repeat(32)}_3` })
    expect(foreign.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'after' })
  })

  it('that is not used gives its amount back, and opens a sold-out drop again', async () => {
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
})
