// Claims whose gas the service pays, on the fake chain: which ones are paid for, and which are not.
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { fromBase64 } from '@mysten/sui/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, run } from './support/drops.ts'
import { ask } from './support/http.ts'
import { type Environment, startServer, type TestServer } from './support/server.ts'

/** The gas of one claim on the fake chain. */
const CLAIM_MIST = 3_000_000
const CLAIM = `mutation ($input: ClaimDropInput!) { claimDrop(input: $input) { claim { id } } }`
const PREPARE = `mutation ($id: ID!) { prepareSponsoredClaim(claimId: $id) { transactionBytes sponsorship } }`
const SUBMIT = `mutation ($input: SubmitSponsoredClaimInput!) {
  submitSponsoredClaim(input: $input) { id status txHash userAddress }
}`

interface Offer {
  readonly transactionBytes: string
  readonly sponsorship: string
}

/** The daily budget of one wallet, of one drop, and in one test of all. */
const BUDGET_MIST = 2 * CLAIM_MIST

let server: TestServer
beforeAll(async () => {
  const budget = String(BUDGET_MIST)
  server = await startServer({
    env: {
      SUI_SPONSOR_BUDGET_MIST: '1000000000',
      SUI_SPONSOR_WALLET_BUDGET_MIST: budget,
      SUI_SPONSOR_DROP_BUDGET_MIST: budget,
    },
  })
})
afterAll(() => server?.stop())

/** The tests of this group use a server with these settings. */
const useServer = (env: Environment) => {
  let usual: TestServer
  let other: TestServer | undefined
  beforeAll(async () => {
    usual = server
    other = await startServer({ env })
    server = other
  })
  afterAll(async () => {
    await other?.stop()
    server = usual
  })
}
const newDrop = (terms: object = {}) => createDrop(server, { delivery: 'SPONSORED', ...terms })

const claimFor = async (dropId: string, wallet: Ed25519Keypair): Promise<string> => {
  const input = { dropId, userAddress: wallet.toSuiAddress() }
  return (await run<{ claim: { id: string } }>(server, CLAIM, { input })).claim.id
}
/** Null if the wallet must pay the gas itself. */
const prepare = async (id: string): Promise<Offer | null> => {
  const { data } = await server.graphql(PREPARE, { id })
  return data?.['prepareSponsoredClaim'] as Offer | null
}
const offerOf = async (claimId: string): Promise<Offer> => {
  const offer = await prepare(claimId)
  if (!offer) throw new Error('the claim is not sponsored')
  return offer
}
const offerFor = async (dropId: string, wallet: Ed25519Keypair) => offerOf(await claimFor(dropId, wallet))
const signed = async ({ transactionBytes, sponsorship }: Offer, wallet: Ed25519Keypair) => {
  const { signature } = await wallet.signTransaction(fromBase64(transactionBytes))
  return { sponsorship, signature }
}
const submit = (input: object) => run(server, SUBMIT, { input })

/** The first error of a refused operation. */
async function refusalOf(query: string, variables: object): Promise<Record<string, unknown>> {
  const { json } = await ask(`${server.url}/graphql`, { body: { query, variables }, key: server.apiKey })
  const { errors } = json as { errors: [{ message: string; extensions: Record<string, unknown> }] }
  return { message: errors[0].message, ...errors[0].extensions }
}
const submitRefusal = (input: object) => refusalOf(SUBMIT, { input })

describe('a claim on a SPONSORED drop', () => {
  it('is paid by one signature of its wallet, and a repetition gives the same claim', async () => {
    const wallet = new Ed25519Keypair()
    const input = await signed(await offerFor(await newDrop(), wallet), wallet)
    const claim = await submit(input)
    expect(claim).toMatchObject({ status: 'CONFIRMED', userAddress: wallet.toSuiAddress() })
    const again = await Promise.all(Array.from({ length: 5 }, () => submit(input)))
    for (const answer of again) expect(answer).toEqual(claim)
  })

  it('is paid and counted once when it is submitted many times at once', async () => {
    const wallet = new Ed25519Keypair()
    const dropId = await newDrop({ maxPerWallet: 2 })
    const input = await signed(await offerFor(dropId, wallet), wallet)
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(input)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 'CONFIRMED' })
    const { claimedAmount, tokenBalance, maxAmount } = await run<Record<string, string>>(
      server,
      'query ($id: ID!) { drop(id: $id) { claimedAmount tokenBalance maxAmount } }',
      { id: dropId },
    )
    expect(Number(maxAmount) - Number(tokenBalance)).toBe(Number(claimedAmount))
    expect(await submit(input)).toMatchObject({ status: 'CONFIRMED' })
    const second = await signed(await offerFor(dropId, wallet), wallet)
    expect(await submit(second)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('is paid by its wallet if the drop is not SPONSORED', async () => {
    const claimId = await claimFor(await newDrop({ delivery: 'WALLET' }), new Ed25519Keypair())
    expect(await prepare(claimId)).toBeNull()
  })

  describe('of a server without a sponsor', () => {
    useServer({ SUI_SPONSOR_BUDGET_MIST: '0' })

    it('is paid by its wallet', async () => {
      expect(await prepare(await claimFor(await newDrop(), new Ed25519Keypair()))).toBeNull()
    })
  })
})

describe('the service does not pay', () => {
  const NOT_OURS = {
    code: 'BAD_USER_INPUT',
    message: 'sponsorship must be a value that prepareSponsoredClaim returned',
  }

  it('for a transaction that it did not prepare', async () => {
    const wallet = new Ed25519Keypair()
    const offer = await offerFor(await newDrop(), wallet)
    const { sponsorship, signature } = await signed(offer, wallet)
    const middle = Math.floor(sponsorship.length / 2)
    const changed = `${sponsorship.slice(0, middle)}${sponsorship[middle] === 'A' ? 'B' : 'A'}${sponsorship.slice(middle + 1)}`
    for (const forged of ['', 'x', changed, `${sponsorship}A`, offer.transactionBytes, 'A'.repeat(20_000)])
      expect(await submitRefusal({ sponsorship: forged, signature })).toMatchObject(NOT_OURS)
  })

  it("with another wallet's signature, or one over another claim", async () => {
    const dropId = await newDrop({ maxPerWallet: 2 })
    const [wallet, thief] = [new Ed25519Keypair(), new Ed25519Keypair()]
    const offer = await offerFor(dropId, wallet)
    const [byThief, otherClaim] = [await signed(offer, thief), await offerFor(dropId, thief)]
    const mixed = { ...(await signed(otherClaim, thief)), sponsorship: offer.sponsorship }
    for (const input of [byThief, mixed, { ...byThief, signature: 'x' }, { ...byThief, signature: '' }])
      expect(await submitRefusal(input)).toMatchObject({ code: 'BAD_USER_INPUT', field: 'signature' })
    expect(await submit(await signed(offer, wallet))).toMatchObject({ status: 'CONFIRMED' })
  })

  it('for a claim whose wallet submitted the voucher itself', async () => {
    const wallet = new Ed25519Keypair()
    const claimId = await claimFor(await newDrop(), wallet)
    const offer = await offerOf(claimId)
    const { transactionBytes } = await run<Offer>(
      server,
      'mutation ($id: ID!) { prepareClaim(claimId: $id) { transactionBytes } }',
      { id: claimId },
    )
    await server.fakeChain('execute', { sender: wallet.toSuiAddress(), transactionBytes })
    const input = await signed(offer, wallet)
    expect((await submitRefusal(input))['code']).toMatch(/CONFLICT|ALREADY_CLAIMED/)
  })

  const assertLimited = async (whose: string, isOneWallet: boolean) => {
    const [onlyWallet, onlyDrop] = [new Ed25519Keypair(), await newDrop()]
    const claim = async () => {
      const wallet = isOneWallet ? onlyWallet : new Ed25519Keypair()
      const claimId = await claimFor(isOneWallet ? await newDrop() : onlyDrop, wallet)
      return { claimId, input: await signed(await offerOf(claimId), wallet) }
    }
    // Each of the three is prepared while the budget has room for one more. The budget is checked again on submission.
    const [first, second, third] = [await claim(), await claim(), await claim()]
    expect(await submit(first.input)).toMatchObject({ status: 'CONFIRMED' })
    expect(await submit(second.input)).toMatchObject({ status: 'CONFIRMED' })
    const refusal = {
      code: 'OVERLOADED',
      retryable: true,
      message: expect.stringContaining(
        `The gas ${whose} that is paid for in a day (${BUDGET_MIST} MIST) is used up`,
      ),
    }
    expect(await submitRefusal(third.input)).toMatchObject(refusal)
    expect(await refusalOf(PREPARE, { id: third.claimId })).toMatchObject(refusal)
  }

  it.each([
    ['one wallet', true],
    ['one drop', false],
  ] as const)('beyond the budget of %s, and names the limit', (whose, isOneWallet) =>
    assertLimited(`of ${whose}`, isOneWallet),
  )

  describe('beyond the budget of all,', () => {
    useServer({ SUI_SPONSOR_BUDGET_MIST: String(BUDGET_MIST) })

    it('and names the limit', () => assertLimited('of all', false))
  })
})
