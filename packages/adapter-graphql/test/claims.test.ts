import { afterAll, describe, expect, test } from 'vitest'
import { shortAddress } from '../src/resolvers/operation.ts'
import { launchClaim, launchDrop, openApi, walletOf } from './api.ts'

const api = await openApi()
afterAll(() => api.app.close())

const CLAIM = `mutation ($input: ClaimDropInput!) { claimDrop(input: $input) {
  claim { id amount status userAddress streak sequence txHash createdAt claimedAt expiresAt user { username } drop { id } }
  claimParams { amount nonce expiry signature }
  dropInfo { dropObjectId packageId coinType }
} }`

describe('claimDrop', () => {
  test('returns the claim, its voucher and the vault that pays it; repeated, it returns the same', async () => {
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

test('a claim link shows its own amount only while the drop lets claimers choose', async () => {
  const dropId = await launchDrop(api, { tokenAmount: null })
  const make = 'mutation ($input: CreateClaimLinksInput!) { createClaimLinks(input: $input) { count } }'
  await api.data(make, { input: { dropId, count: 1, amount: '7' } })
  const amounts = async () => (await api.data(`{ claimLinks(dropId: "${dropId}") { amount } }`)).claimLinks
  expect(await amounts()).toEqual([{ amount: '7' }])
  await api.data(`mutation { updateDrop(id: "${dropId}", input: { tokenAmount: "9" }) { id } }`)
  expect(await amounts()).toEqual([{ amount: null }])
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

test.each([
  ['a drop whose amounts are drawn at once', { tokenAmount: '0', supply: 10 }, 'INSTANT'],
  ['a drop of a fixed amount', {}, null],
])('%s shows no beacon', async (_what, terms, randomness) => {
  const dropId = await launchDrop(api, terms)
  expect(await api.data(`{ drop(id: "${dropId}") { randomness beacon { chainHash } } }`)).toEqual({
    drop: { randomness, beacon: null },
  })
})

test('a draw by the beacon shows its round at once, and what the round gave it afterwards', async () => {
  const { beacon, clock } = api.ports
  const dropId = await launchDrop(api, { tokenAmount: '0', supply: 10, randomness: 'BEACON' })
  const shown = '{ beacon { chainHash scheme publicKey genesisAt periodMs } }'
  const { hash: chainHash, genesisAt, ...chain } = beacon.chain
  expect((await api.data(`{ drop(id: "${dropId}") ${shown} }`)).drop.beacon).toEqual({
    chainHash,
    genesisAt: new Date(genesisAt).toISOString(),
    ...chain,
  })
  const draw = `mutation { claimRandomDrop(input: { dropId: "${dropId}", userAddress: "${walletOf(1)}" }) { message claim { id } } }`
  const answer = (await api.data(draw)).claimRandomDrop
  const { id } = answer.claim
  const claim = async () =>
    (await api.data(`{ claim(id: "${id}") { amount round revealsAt revealedAt beaconSignature } }`)).claim
  const drawn = await claim()
  expect(drawn).toMatchObject({ amount: null, revealedAt: null, beaconSignature: null })
  expect(answer.message).toBe(
    `Your claim is number 1. Its amount is drawn at ${drawn.revealsAt} and then sent to ${shortAddress(walletOf(1))}.`,
  )
  clock.set(Date.parse(drawn.revealsAt))
  while ((await api.dropkit.runDueJobs()) > 0);
  const round = await beacon.round(drawn.round)
  expect(await claim()).toMatchObject({
    amount: expect.stringMatching(/^\d+$/),
    round: drawn.round,
    revealsAt: null,
    revealedAt: new Date(clock.now()).toISOString(),
    beaconSignature: round.ok && round.value.signature,
  })
})
