import { amountOf } from '@dropkit/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, launchClaim, launchDrop, openApi, walletOf } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.app.close())

const CLAIM = `mutation ($input: ClaimDropInput!) { claimDrop(input: $input) {
  claim { id amount status userAddress streak sequence txHash createdAt claimedAt expiresAt user { username } drop { id } }
  claimParams { amount nonce expiry signature }
  dropInfo { dropObjectId packageId coinType }
} }`

describe('claimDrop', () => {
  test('gives the claim, the voucher and where it is good; again it gives the same', async () => {
    const dropId = await launchDrop(api)
    const input = { dropId, userAddress: '0x1F' }
    const { claimDrop } = await api.data(CLAIM, { input })
    expect(claimDrop).toEqual({
      claim: {
        id: `claim_${dropId.slice(5)}_1`,
        amount: '10',
        status: 'PENDING',
        userAddress: walletOf(31),
        streak: null,
        sequence: 1,
        txHash: null,
        createdAt: '2026-01-02T03:04:05.678Z',
        claimedAt: null,
        expiresAt: '2026-01-02T03:19:05.678Z',
        user: { username: 'owner' },
        drop: { id: dropId },
      },
      claimParams: {
        amount: '10',
        nonce: '1',
        expiry: String(Date.parse('2026-01-02T03:19:05.678Z')),
        signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
      },
      dropInfo: {
        dropObjectId: expect.stringMatching(/^0x/),
        packageId: expect.stringMatching(/^0x/),
        coinType: expect.stringContaining('::'),
      },
    })
    expect((await api.data(CLAIM, { input })).claimDrop).toEqual(claimDrop)
  })

  test.each([
    ['BAD_USER_INPUT', {}, { userAddress: 'me' }, undefined],
    ['BAD_USER_INPUT', {}, { amount: '11' }, undefined],
    ['BAD_USER_INPUT', { tokenAmount: null }, { amount: '1001' }, { free: '1000' }],
    ['NOT_FOUND', {}, { dropId: 'drop_x' }, { what: 'Drop' }],
    ['DROP_NOT_ACTIVE', { status: 'PAUSED' }, {}, { status: 'PAUSED' }],
    [
      'DROP_NOT_STARTED',
      { status: 'SCHEDULED', startsAt: '2027-01-01T00:00:00Z' },
      {},
      { startsAt: '2027-01-01T00:00:00.000Z' },
    ],
    ['WRONG_OPERATION', { tokenAmount: '0', supply: 2 }, {}, { use: 'claimRandomDrop' }],
    ['PAYMENT_REQUIRED', { price: 1.5 }, {}, { priceAtomic: '1500000000', currency: 'SUI' }],
  ])('refuses with %s and its details', async (code, drop, claim, details) => {
    const dropId = await launchDrop(api, drop)
    const { extensions, path } = await api.error(CLAIM, { input: { dropId, userAddress: '0x1', ...claim } })
    expect(path).toEqual(['claimDrop'])
    expect(extensions).toMatchObject({ code, retryable: false, ...(details ? { details } : {}) })
  })

  test('returns the time of the next claim on a streak', async () => {
    const dropId = await launchDrop(api, { claimType: 'STREAK' })
    const id = await launchClaim(api, dropId, walletOf(1))
    const { ports } = api
    await ports.store.changeDrop(dropId as never, { sequences: [1] }, (dropState) => {
      const claim = dropState?.claims.get(1)
      if (!claim) throw new Error('no claim')
      const state = { kind: 'CONFIRMED', txHash: '0x1', claimedAt: claim.createdAt } as const
      return { result: null, update: { claims: [{ ...claim, state }] } }
    })
    const { extensions } = await api.error(CLAIM, { input: { dropId, userAddress: walletOf(1) } })
    expect(extensions).toMatchObject({
      code: 'CLAIM_COOLDOWN',
      details: { nextClaimAt: '2026-01-03T00:00:00.000Z', claimId: id },
    })
  })

  test('returns the free amount of a sold-out drop', async () => {
    const dropId = await launchDrop(api, { maxAmount: '10' })
    await launchClaim(api, dropId, walletOf(1))
    const { extensions } = await api.error(CLAIM, { input: { dropId, userAddress: '0x2' } })
    expect(extensions).toMatchObject({ code: 'DROP_SOLD_OUT', retryable: false, details: { free: '0' } })
  })
})

describe('claimRandomDrop', () => {
  const DRAW = `mutation ($input: ClaimRandomDropInput!) { claimRandomDrop(input: $input) {
    success message code claimedAmount claim { id amount status expiresAt }
  } }`

  test('draws, and returns the draw to a wallet that claims again', async () => {
    const dropId = await launchDrop(api, { tokenAmount: '0', maxAmount: '100', supply: 2 })
    const input = { dropId, userAddress: '0x1' }
    const { claimRandomDrop: first } = await api.data(DRAW, { input })
    expect(first).toEqual({
      success: true,
      message: `You drew ${first.claimedAmount}, which is being sent to 0x0000…0001.`,
      code: null,
      claimedAmount: expect.stringMatching(/^\d+$/),
      claim: {
        id: `claim_${dropId.slice(5)}_1`,
        amount: first.claimedAmount,
        status: 'PENDING',
        expiresAt: null,
      },
    })
    expect((await api.data(DRAW, { input })).claimRandomDrop).toMatchObject({
      success: false,
      code: 'ALREADY_CLAIMED',
      message: expect.any(String),
      claimedAmount: first.claimedAmount,
      claim: { id: first.claim.id },
    })
  })

  test('answers a refusal by the rules without a claim', async () => {
    const dropId = await launchDrop(api)
    expect((await api.data(DRAW, { input: { dropId, userAddress: '0x1' } })).claimRandomDrop).toEqual({
      success: false,
      message: 'Use claimDrop for this drop',
      code: 'WRONG_OPERATION',
      claimedAmount: null,
      claim: null,
    })
  })

  test('fails where the request itself is wrong', async () => {
    const dropId = await launchDrop(api, { tokenAmount: '0', supply: 2 })
    const missing = await api.error(DRAW, { input: { dropId: 'x', userAddress: '0x1' } })
    expect(missing.message).toBe('Drop not found')
    const bad = await api.error(DRAW, { input: { dropId, userAddress: '1' } })
    expect(bad.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'userAddress' })
  })
})

describe('createClaim and confirmClaim', () => {
  test('a claim is reserved, taken on the chain and confirmed by it', async () => {
    const dropId = await launchDrop(api)
    const create = `mutation { createClaim(input: { dropId: "${dropId}", userAddress: "0x5" }) { id status } }`
    const { createClaim } = await api.data(create)
    expect(createClaim.status).toBe('PENDING')
    const { claimDrop } = await api.data(CLAIM, { input: { dropId, userAddress: '0x5' } })
    expect(claimDrop.claim.id).toBe(createClaim.id)

    const { claimParams, dropInfo, claim } = claimDrop
    const { txHash } = api.ports.memoryChain.wallet.claim({
      dropObjectId: dropInfo.dropObjectId,
      claimer: claim.userAddress,
      amount: amountOf(BigInt(claimParams.amount)),
      nonce: Number(claimParams.nonce),
      expiresAt: Number(claimParams.expiry),
      signature: claimParams.signature,
    })
    const confirm =
      'mutation ($i: ConfirmClaimInput!) { confirmClaim(input: $i) { status txHash claimedAt expiresAt } }'
    expect((await api.data(confirm, { i: { claimId: claim.id, txHash } })).confirmClaim).toEqual({
      status: 'CONFIRMED',
      txHash,
      claimedAt: expect.stringMatching(/Z$/),
      expiresAt: null,
    })
    const again = await api.error(CLAIM, { input: { dropId, userAddress: '0x5' } })
    expect(again.extensions).toMatchObject({
      code: 'ALREADY_CLAIMED',
      details: { claimId: claim.id, userAddress: walletOf(5) },
    })
  })

  test('an unknown hash may become known later', async () => {
    const claimId = await launchClaim(api, await launchDrop(api), walletOf(1))
    const query = `mutation { confirmClaim(input: { claimId: "${claimId}", txHash: "${'1'.repeat(44)}" }) { id } }`
    const { body } = await api.call(query)
    expect(body.data).toBeNull()
    expect(body.errors).toMatchObject([{ extensions: { code: 'TX_NOT_FOUND', retryable: true } }])
  })
})

test('claims are found by id, by drop, by status and by wallet', async () => {
  const dropId = await launchDrop(api)
  const one = await launchClaim(api, dropId, walletOf(1))
  const two = await launchClaim(api, dropId, walletOf(2))
  const list = async (filter: string) =>
    (await api.data(`{ claims(filter: { ${filter} }) { id } }`)).claims.map(({ id }: { id: string }) => id)
  expect(await list(`dropId: "${dropId}"`)).toEqual([two, one])
  expect(await list(`dropId: "${dropId}", userAddress: "0x1"`)).toEqual([one])
  expect(await list(`dropId: "${dropId}", status: CONFIRMED`)).toEqual([])
  expect(await list('dropId: "none"')).toEqual([])
  expect((await api.data('query ($id: ID!) { claim(id: $id) { id } }', { id: one })).claim).toEqual({
    id: one,
  })
  const page = `{ drop(id: "${dropId}") { claims(limit: 1, after: "${two}") { id } } }`
  expect(await api.data(page)).toEqual({ drop: { claims: [{ id: one }] } })
  const foreign = `{ drop(id: "${dropId}") { claims(after: "claim_${'0'.repeat(32)}_1") { id } } }`
  expect((await api.error(foreign)).extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'after' })
})

test('eligibility is checked without a reservation', async () => {
  const dropId = await launchDrop(api)
  const paused = await launchDrop(api, { status: 'PAUSED' })
  const elite = await launchDrop(api, { claimType: 'ELITE' })
  const ask = async (operation: string, id: string, walletAddress = '0x1') => {
    const type = operation === 'checkEligibility' ? 'CheckEligibilityInput' : 'GatingCheckInput'
    const query = `query ($i: ${type}!) { ${operation}(input: $i) { eligible retryable reason missingRequirements } }`
    return api.call(query, { i: { dropId: id, walletAddress } })
  }
  const yes = { eligible: true, retryable: false, reason: null, missingRequirements: [] }
  for (const operation of ['checkEligibility', 'checkGatingEligibility']) {
    expect((await ask(operation, dropId)).body.data).toEqual({ [operation]: yes })
    expect((await ask(operation, elite)).body.data[operation]).toMatchObject({ eligible: false })
    expect((await ask(operation, 'x')).body.errors).toMatchObject([{ message: 'Drop not found' }])
    expect((await ask(operation, dropId, 'x')).body.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', field: 'walletAddress' } },
    ])
  }
  expect((await ask('checkEligibility', paused)).body.data.checkEligibility).toMatchObject({
    eligible: false,
  })
  expect((await ask('checkGatingEligibility', paused)).body.data.checkGatingEligibility).toEqual(yes)
  expect(await api.data(`{ drop(id: "${dropId}") { claimCount } }`)).toEqual({ drop: { claimCount: 0 } })
})
