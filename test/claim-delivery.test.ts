// How claims reach their receivers on the fake chain: with gas that the service pays, and at another address.
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { fromBase64 } from '@mysten/sui/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, run } from './support/drops.ts'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'

const CLAIM = `mutation ($input: ClaimDropInput!) { claimDrop(input: $input) { claim { id userAddress recipient } } }`
const PREPARE = `mutation ($id: ID!) { prepareSponsoredClaim(claimId: $id) { transactionBytes sponsorship } }`
const SUBMIT = `mutation ($input: SubmitSponsoredClaimInput!) {
  submitSponsoredClaim(input: $input) { id status txHash userAddress }
}`

interface Offer {
  readonly transactionBytes: string
  readonly sponsorship: string
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { SUI_SPONSOR_BUDGET_MIST: '1000000000' } })
})
afterAll(() => server?.stop())

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
const signed = async ({ transactionBytes, sponsorship }: Offer, wallet: Ed25519Keypair) => {
  const { signature } = await wallet.signTransaction(fromBase64(transactionBytes))
  return { sponsorship, signature }
}
const submit = (input: object) => run(server, SUBMIT, { input })
/** Executes the transaction that the service prepares for the wallet of a claim. */
const take = async (id: string, wallet: Ed25519Keypair) => {
  const query = 'mutation ($id: ID!) { prepareClaim(claimId: $id) { transactionBytes } }'
  const { transactionBytes } = await run<Offer>(server, query, { id })
  const sent = await server.fakeChain('execute', { sender: wallet.toSuiAddress(), transactionBytes })
  expect(sent.status).toBe(200)
}
/** The message and extensions of the refusal. */
async function submitRefusal(input: object): Promise<Record<string, unknown>> {
  const error = (await server.graphql(SUBMIT, { input })).errors?.[0]
  return { message: error?.message, ...error?.extensions }
}

it('a claim on a SPONSORED drop needs one signature of its wallet, and a repetition gives the same claim', async () => {
  const wallet = new Ed25519Keypair()
  const input = await signed(await offerOf(await claimFor(await newDrop(), wallet)), wallet)
  const claim = await submit(input)
  expect(claim).toMatchObject({ status: 'CONFIRMED', userAddress: wallet.toSuiAddress() })
  const again = await Promise.all(Array.from({ length: 5 }, () => submit(input)))
  for (const answer of again) expect(answer).toEqual(claim)
})

describe('the service does not pay', () => {
  it('for a claim on a drop with WALLET delivery', async () => {
    const claimId = await claimFor(await newDrop({ delivery: 'WALLET' }), new Ed25519Keypair())
    expect(await prepare(claimId)).toBeNull()
  })

  it('for a transaction that it did not prepare', async () => {
    const wallet = new Ed25519Keypair()
    const offer = await offerOf(await claimFor(await newDrop(), wallet))
    const { sponsorship, signature } = await signed(offer, wallet)
    const middle = Math.floor(sponsorship.length / 2)
    const changed = `${sponsorship.slice(0, middle)}${sponsorship[middle] === 'A' ? 'B' : 'A'}${sponsorship.slice(middle + 1)}`
    for (const forged of ['', 'x', changed, `${sponsorship}A`, offer.transactionBytes, 'A'.repeat(20_000)])
      expect(await submitRefusal({ sponsorship: forged, signature })).toMatchObject({
        code: 'BAD_USER_INPUT',
        message: 'sponsorship must be a value that prepareSponsoredClaim returned',
      })
  })

  it('for a claim whose wallet submitted the voucher itself', async () => {
    const wallet = new Ed25519Keypair()
    const claimId = await claimFor(await newDrop(), wallet)
    const offer = await offerOf(claimId)
    await take(claimId, wallet)
    const input = await signed(offer, wallet)
    expect((await submitRefusal(input))['code']).toMatch(/CONFLICT|ALREADY_CLAIMED/)
  })
})

it('a claim to another address reaches it in every delivery', async () => {
  const [wallet, recipient] = [new Ed25519Keypair(), `0x${'a'.repeat(64)}`]
  const userAddress = wallet.toSuiAddress()
  const asked = `query ($dropId: ID!, $userAddress: String!, $recipient: String!) {
    recipientMessage(dropId: $dropId, userAddress: $userAddress, recipient: $recipient)
  }`
  for (const delivery of ['WALLET', 'SPONSORED', 'SERVER']) {
    const dropId = await newDrop({ delivery })
    const message = await run<string>(server, asked, { dropId, userAddress, recipient })
    const { signature } = await wallet.signPersonalMessage(new TextEncoder().encode(message))
    const input = { dropId, userAddress, recipient: { message, signature } }
    const { claim } = await run<{ claim: { id: string } }>(server, CLAIM, { input })
    expect(claim).toMatchObject({ userAddress, recipient })
    if (delivery === 'WALLET') await take(claim.id, wallet)
    if (delivery === 'SPONSORED') await submit(await signed(await offerOf(claim.id), wallet))
    const statuses = 'query ($dropId: ID!) { claims(filter: { dropId: $dropId }) { status } }'
    await expect.poll(() => run(server, statuses, { dropId })).toEqual([{ status: 'CONFIRMED' }])
    const url = `${server.url}/drops/${dropId}/claims.csv?recipients=true`
    expect((await ask(url, { key: server.apiKey })).text.split('\r\n')[1]).toMatch(
      new RegExp(`,${recipient}$`),
    )
  }
})
