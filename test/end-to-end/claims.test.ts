// The life of a claim, from the voucher to the confirmation by the chain.
import { expect, it } from 'vitest'
import { CONFIRM_CLAIM, onEachDatabase, soon, UPDATE_DROP } from './world.ts'

const CREATE_CLAIM = `mutation ($input: CreateClaimInput!) {
  createClaim(input: $input) { id amount status sequence userAddress }
}`
const ELIGIBILITY = `query ($dropId: ID!, $walletAddress: String!) {
  checkEligibility(input: { dropId: $dropId, walletAddress: $walletAddress }) {
    eligible retryable reason missingRequirements
  }
}`

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

  it('cannot change its amount while it is pending', async () => {
    const dropId = await world.launch({ tokenAmount: null })
    const wallet = world.wallet()
    const first = await world.claim(dropId, wallet, { amount: '30' })
    const refused = await world.refusedClaim(dropId, wallet, { amount: '31' })
    expect(refused.extensions).toMatchObject({ code: 'CONFLICT', field: 'amount', retryable: false })
    expect(await world.claim(dropId, wallet, { amount: '30' })).toEqual(first)
    expect(await world.claim(dropId, wallet)).toEqual(first)
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '30', claimCount: 1 })
  })

  it('may be made without a voucher, which claimDrop gives later', async () => {
    const dropId = await world.launch()
    const userAddress = world.wallet()
    const { createClaim } = await world.ask(CREATE_CLAIM, { input: { dropId, userAddress } })
    expect(createClaim).toMatchObject({ amount: '10', status: 'PENDING', sequence: 1, userAddress })
    expect(await world.ask(CREATE_CLAIM, { input: { dropId, userAddress } })).toEqual({ createClaim })
    const granted = await world.claim(dropId, userAddress)
    expect(granted.claim.id).toBe(createClaim.id)
    expect(granted.claimParams).toMatchObject({ amount: '10', nonce: '1' })
    await world.take(granted)
    expect((await world.drop(dropId)).claimCount).toBe(1)
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

  it('is paid once, and to its wallet alone', async () => {
    const dropId = await world.launch()
    const granted = await world.claim(dropId, '0x51')
    const voucher = { ...granted.dropInfo, claimer: '0x51', ...granted.claimParams }
    expect((await world.server.fakeChain('claim', { ...voucher, claimer: '0x52' })).status).toBe(422)
    await world.take(granted)
    await world.server.fakeChain('claim', voucher)
    expect((await world.drop(dropId)).tokenBalance).toBe('90')
  })

  it('is refused above the free amount, and with another amount than the fixed one', async () => {
    const open = await world.launch({ tokenAmount: null })
    await world.claim(open, world.wallet(), { amount: '60' })
    const tooMuch = await world.refusedClaim(open, world.wallet(), { amount: '41' })
    expect(tooMuch.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'amount',
      details: { free: '40' },
    })
    const missing = await world.refusedClaim(open, world.wallet())
    expect(missing.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'amount' })
    await world.claim(open, world.wallet(), { amount: '40' })
    expect(await world.drop(open)).toMatchObject({
      tokenAmount: null,
      claimedAmount: '100',
      status: 'SOLD_OUT',
      isSoldOut: true,
    })
    const soldOut = await world.refusedClaim(open, world.wallet(), { amount: '1' })
    expect(soldOut.extensions.code).toBe('DROP_SOLD_OUT')

    const fixed = await world.launch()
    const wrong = await world.refusedClaim(fixed, world.wallet(), { amount: '11' })
    expect(wrong.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'amount' })
    expect(await world.drop(fixed)).toMatchObject({ claimedAmount: '0', claimCount: 0 })
  })

  it('may be made as often as maxPerWallet says, one after the other', async () => {
    const dropId = await world.launch({ maxPerWallet: 2 })
    const wallet = world.wallet()
    for (const sequence of [1, 2]) {
      const granted = await world.claim(dropId, wallet)
      expect(granted.claim.sequence).toBe(sequence)
      await world.ask(CONFIRM_CLAIM, { claimId: granted.claim.id, txHash: await world.take(granted) })
    }
    const { extensions } = await world.refusedClaim(dropId, wallet)
    expect(extensions).toMatchObject({ code: 'CLAIM_LIMIT_REACHED', details: { limit: 2, claimCount: 2 } })
    expect(await world.drop(dropId)).toMatchObject({ claimedAmount: '20', claimCount: 2 })
  })

  it('is refused on an ELITE drop without rules', async () => {
    const dropId = await world.launch({ claimType: 'ELITE' })
    const wallet = world.wallet()
    expect((await world.refusedClaim(dropId, wallet)).extensions.code).toBe('NOT_ELIGIBLE')
    const { checkEligibility } = await world.ask(ELIGIBILITY, { dropId, walletAddress: wallet })
    expect(checkEligibility).toMatchObject({ eligible: false, reason: expect.any(String) })
    expect(checkEligibility.missingRequirements).not.toEqual([])
  })

  it('can be asked about beforehand, and the answer follows its life', async () => {
    const dropId = await world.launch()
    const walletAddress = world.wallet()
    const check = async () => (await world.ask(ELIGIBILITY, { dropId, walletAddress })).checkEligibility
    const yes = { eligible: true, retryable: false, reason: null, missingRequirements: [] }
    expect(await check()).toEqual(yes)
    const granted = await world.claim(dropId, walletAddress)
    expect(await check()).toEqual(yes)
    await world.ask(CONFIRM_CLAIM, { claimId: granted.claim.id, txHash: await world.take(granted) })
    expect(await check()).toMatchObject({ eligible: false, reason: expect.stringContaining('claimed') })
    const missing = await world.refusal(ELIGIBILITY, { dropId: 'drop_none', walletAddress })
    expect(missing).toMatchObject({ message: 'Drop not found', extensions: { code: 'NOT_FOUND' } })
    const bad = await world.refusal(ELIGIBILITY, { dropId, walletAddress: 'not an address' })
    expect(bad.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'walletAddress' })
  })

  it.each(['PAUSED', 'ENDED', 'CANCELLED'])('keeps its voucher when the drop becomes %s', async (status) => {
    const dropId = await world.launch()
    const wallet = world.wallet()
    const granted = await world.claim(dropId, wallet)
    await world.ask(UPDATE_DROP, { id: dropId, input: { status } })
    expect(await world.claim(dropId, wallet)).toEqual(granted)
    const newcomer = await world.refusedClaim(dropId, world.wallet())
    expect(newcomer.extensions.code).toBe(status === 'PAUSED' ? 'DROP_NOT_ACTIVE' : 'DROP_ENDED')
    await world.take(granted)
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED'))
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
})
