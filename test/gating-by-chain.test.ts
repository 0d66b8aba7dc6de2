import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, run, walletOf } from './support/drops.ts'
import { type Fleet, mixed, PLACES, startFleet, times } from './support/fleet.ts'
import { readLedgerRows } from './support/ledger-rows.ts'
import { startServer, type TestServer } from './support/server.ts'

const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`

const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { id } }
}`
const CREATE_CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  createClaim(input: { dropId: $dropId, userAddress: $userAddress }) { id }
}`
const BUY = `mutation($dropId: ID!, $userAddress: String!) {
  createPaymentIntent(input: { dropId: $dropId, walletAddress: $userAddress, paymentMethod: "SUI" }) { id }
}`
const CHECKS = `query($dropId: ID!, $userAddress: String!) {
  whole: checkEligibility(input: { dropId: $dropId, walletAddress: $userAddress }) { ...All }
  rules: checkGatingEligibility(input: { dropId: $dropId, walletAddress: $userAddress }) { ...All }
} fragment All on EligibilityResult { eligible reason retryable missingRequirements }`

type Checked = { eligible: boolean; reason: string | null; retryable: boolean }

let wallets = 7_000
const newWallet = () => walletOf(wallets++).address

describe.each(PLACES)('gating $place', (place) => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet(place)
  })
  afterAll(() => fleet.stop())
  afterEach(() => fleet.reconnect())

  const gated = async (
    input = {},
    rules: object[] = [{ key: 'token_balance', operator: '>=', value: `${COIN}:100` }],
  ) => {
    const dropId = await createDrop(fleet.first, { maxAmount: '100000', ...input })
    await run(
      fleet.first,
      'mutation($dropId: ID!, $rules: [GatingRuleInput!]) { updateGatingConfig(dropId: $dropId, input: { rules: $rules }) { id } }',
      { dropId, rules },
    )
    return dropId
  }

  /** Transfers directly on the chain, as any wallet could, without the servers' knowledge. */
  const give = async (address: string, amount = '100') =>
    expect(await fleet.chain.faucet({ address, coinType: COIN, amount })).toMatchObject({ ok: true })

  /** The code of the refusal. Null if the claim was granted. */
  const ask = async (server: TestServer, query: string, dropId: string, userAddress: string) => {
    const { errors } = await server.graphql(query, { dropId, userAddress })
    return (errors?.[0]?.extensions ?? null) as { code: string; retryable: boolean } | null
  }
  const check = async (server: TestServer, dropId: string, userAddress: string) => {
    const { data } = await server.graphql(CHECKS, { dropId, userAddress })
    return Object.values(data as Record<string, Checked>)
  }
  const UNKNOWN = { code: 'ELIGIBILITY_UNKNOWN', retryable: true }
  const untouched = async (dropId: string) =>
    expect(await readLedgerRows(fleet.first.databaseUrl, dropId)).toMatchObject({
      reservedCount: 0,
      claims: [],
    })

  it('admits no wallet during an outage of the chain, asks it to retry, and answers correctly afterwards', async () => {
    const [dropId, priced, random] = [
      await gated(),
      await gated({ price: 1 }),
      await gated({ tokenAmount: '0', supply: 10 }),
    ]
    const [rich, poor] = [newWallet(), newWallet()]
    await give(rich)
    await give(poor, '99')
    await fleet.cutOff()
    for (const server of fleet.servers) {
      for (const wallet of [rich, poor]) {
        expect(await ask(server, CLAIM, dropId, wallet)).toMatchObject(UNKNOWN)
        expect(await ask(server, CREATE_CLAIM, dropId, wallet)).toMatchObject(UNKNOWN)
        expect(await ask(server, BUY, priced, wallet)).toMatchObject(UNKNOWN)
        const drawn = await run(
          server,
          `mutation($dropId: ID!, $userAddress: String!) {
              claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success code claimedAmount claim { id } } }`,
          { dropId: random, userAddress: wallet },
        )
        expect(drawn).toEqual({
          success: false,
          code: 'ELIGIBILITY_UNKNOWN',
          claimedAmount: null,
          claim: null,
        })
        for (const answer of await check(server, dropId, wallet)) {
          expect(answer).toMatchObject({ eligible: false, retryable: true })
          expect(answer.reason).toMatch(/^Could not be checked, try again: /)
        }
      }
    }
    for (const id of [dropId, priced, random]) await untouched(id)
    await fleet.reconnect()
    for (const server of fleet.servers) {
      for (const answer of await check(server, dropId, rich)) expect(answer).toMatchObject({ eligible: true })
      for (const answer of await check(server, dropId, poor))
        expect(answer).toMatchObject({ eligible: false, retryable: false })
      expect(await ask(server, CLAIM, dropId, rich)).toBeNull()
      expect(await ask(server, CLAIM, dropId, poor)).toMatchObject({
        code: 'NOT_ELIGIBLE',
        retryable: false,
      })
      expect(await ask(server, BUY, priced, rich)).toBeNull()
      expect(await ask(server, BUY, priced, poor)).toMatchObject({ code: 'NOT_ELIGIBLE' })
    }
    expect((await readLedgerRows(fleet.first.databaseUrl, dropId)).reservedCount).toBe(1)
  })

  it('stays correct for many wallets during repeated outages', async () => {
    const dropId = await gated()
    const crowd = times(60, (n) => ({ wallet: newWallet(), isRich: n % 2 === 0 }))
    for (const { wallet, isRich } of crowd) await give(wallet, isRich ? '100' : '99')
    const asked = mixed(crowd.flatMap((one) => times(5, () => one)))
    const entered = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const isLast = round === 2
      const coming = isLast
        ? Promise.resolve()
        : (async () => {
            for (let time = 0; time < 5; time++) {
              await fleet.cutOff()
              await fleet.reconnect()
            }
            await fleet.cutOff()
          })()
      const answers = await fleet.rush(
        asked.map(({ wallet }) => ({ query: CLAIM, variables: { dropId, userAddress: wallet } })),
      )
      await coming
      answers.forEach(({ body }, n) => {
        const { wallet, isRich } = asked[n] as (typeof asked)[number]
        const { data, errors } = body as {
          data: { claimDrop: object | null }
          errors?: { extensions: { code: string } }[]
        }
        if (data.claimDrop) entered.add(wallet)
        const truth = isRich ? 'entered' : 'NOT_ELIGIBLE'
        const said = data.claimDrop ? 'entered' : errors?.[0]?.extensions.code
        if (isLast || said !== 'ELIGIBILITY_UNKNOWN') expect(said).toBe(truth)
      })
      await fleet.reconnect()
    }
    const rows = await readLedgerRows(fleet.first.databaseUrl, dropId)
    expect(rows.reservedCount).toBe(entered.size)
    expect(new Set(rows.claims.map(({ wallet }) => wallet))).toEqual(
      new Set(crowd.filter(({ isRich }) => isRich).map(({ wallet }) => wallet)),
    )
  })
})

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const TYPE = '0xabc::punks::Punk'

it('admits only holders of enough NFTs, in any spelling of the type', async () => {
  const dropId = await createDrop(server)
  await run(
    server,
    'mutation($dropId: ID!, $input: UpdateGatingConfigInput!) { updateGatingConfig(dropId: $dropId, input: $input) { id } }',
    { dropId, input: { rules: [{ key: 'nft_ownership', operator: '>=', value: `${TYPE}:2` }] } },
  )
  const isEligible = async (walletAddress: string) => {
    const check = `query($input: GatingCheckInput!) { checkGatingEligibility(input: $input) { eligible } }`
    return (await run<{ eligible: boolean }>(server, check, { input: { dropId, walletAddress } })).eligible
  }
  const mint = (owner: string, type: string) => server.fakeChain('mint-nft', { owner, type })
  await mint('0xa', TYPE)
  await mint('0xb', TYPE)
  await mint('0xb', `0x${'abc'.padStart(64, '0')}::punks::Punk`)
  await mint('0xc', '0xabc::punks::Other')
  await mint('0xc', '0xabc::punks::Other')
  expect([await isEligible('0xa'), await isEligible('0xb'), await isEligible('0xc')]).toEqual([
    false,
    true,
    false,
  ])
})
