// Claims that a wallet lets deliver to another address, over HTTP, on the fake chain: what is delivered, and which attacks
// are refused.
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { fromBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDrop, run } from './support/drops.ts'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'

const CLAIM = `mutation ($input: ClaimDropInput!) {
  claimDrop(input: $input) { claim { id userAddress recipient status } claimParams { nonce } }
}`
const MESSAGE = `query ($dropId: ID!, $userAddress: String!, $recipient: String!) {
  recipientMessage(dropId: $dropId, userAddress: $userAddress, recipient: $recipient)
}`
const [RECIPIENT, THIEF] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`]

interface Claimed {
  readonly claim: { readonly id: string; readonly userAddress: string; readonly recipient: string }
}

let server: TestServer
beforeEach(async () => {
  server = await startServer({ env: { SUI_SPONSOR_BUDGET_MIST: '1000000000' } })
})
afterEach(() => server?.stop())

const messageFor = (dropId: string, wallet: Ed25519Keypair, recipient = RECIPIENT) =>
  run<string>(server, MESSAGE, { dropId, userAddress: wallet.toSuiAddress(), recipient })
const sign = async (message: string, wallet: Ed25519Keypair) => ({
  message,
  signature: (await wallet.signPersonalMessage(new TextEncoder().encode(message))).signature,
})
const approvalOf = async (dropId: string, wallet: Ed25519Keypair, recipient = RECIPIENT) =>
  sign(await messageFor(dropId, wallet, recipient), wallet)
const inputOf = (dropId: string, wallet: Ed25519Keypair, recipient: object) => ({
  dropId,
  userAddress: wallet.toSuiAddress(),
  recipient,
})
const claim = (input: object) => run<Claimed>(server, CLAIM, { input })

async function refusalOf(input: object): Promise<Record<string, unknown>> {
  const { json } = await ask(`${server.url}/graphql`, {
    body: { query: CLAIM, variables: { input } },
    key: server.apiKey,
  })
  const { errors } = json as { errors?: [{ extensions: Record<string, unknown> }] }
  if (!errors) throw new Error(`not refused: ${JSON.stringify(json)}`)
  return errors[0].extensions
}

const claimsOn = (dropId: string, userAddress?: string) =>
  run<{ userAddress: string; recipient: string; status: string }[]>(
    server,
    'query ($filter: ClaimFilter) { claims(limit: 200, filter: $filter) { userAddress recipient status } }',
    { filter: { dropId, userAddress } },
  )

async function untilConfirmed(dropId: string): Promise<void> {
  await expect
    .poll(async () => (await claimsOn(dropId)).map(({ status }) => status), { timeout: 30_000 })
    .toEqual(['CONFIRMED'])
}

describe('a claim to another address', () => {
  it('reaches the recipient in every delivery', async () => {
    const wallet = new Ed25519Keypair()
    for (const delivery of ['WALLET', 'SPONSORED', 'SERVER']) {
      const dropId = await createDrop(server, { delivery })
      const approval = await approvalOf(dropId, wallet)
      const { claim: made } = await claim(inputOf(dropId, wallet, approval))
      expect(made).toMatchObject({ userAddress: wallet.toSuiAddress(), recipient: RECIPIENT })
      if (delivery === 'WALLET') {
        const { transactionBytes } = await run<{ transactionBytes: string }>(
          server,
          'mutation ($id: ID!) { prepareClaim(claimId: $id) { transactionBytes } }',
          { id: made.id },
        )
        const body = { sender: wallet.toSuiAddress(), transactionBytes }
        expect((await ask(`${server.url}/fake-chain/execute`, { body })).status).toBe(200)
      }
      if (delivery === 'SPONSORED') {
        const offer = await run<{ transactionBytes: string; sponsorship: string }>(
          server,
          'mutation ($id: ID!) { prepareSponsoredClaim(claimId: $id) { transactionBytes sponsorship } }',
          { id: made.id },
        )
        const { signature } = await wallet.signTransaction(fromBase64(offer.transactionBytes))
        await run(
          server,
          'mutation ($input: SubmitSponsoredClaimInput!) { submitSponsoredClaim(input: $input) { id } }',
          { input: { sponsorship: offer.sponsorship, signature } },
        )
      }
      await untilConfirmed(dropId)
      const csv = await ask(`${server.url}/drops/${dropId}/claims.csv?recipients=true`, {
        key: server.apiKey,
      })
      expect(csv.text.split('\r\n')[1]).toMatch(new RegExp(`,${RECIPIENT}$`))
    }
  })

  it('is refused with a message that was replayed, redirected, or signed for another drop, wallet or site', async () => {
    const wallet = new Ed25519Keypair()
    const dropId = await createDrop(server, { maxPerWallet: 5, delivery: 'SERVER' })
    const other = await createDrop(server)
    const approval = await approvalOf(dropId, wallet)
    const { message, signature } = approval
    const attacks: readonly (readonly [object, string])[] = [
      [{ message: message.replace(RECIPIENT, THIEF), signature }, 'recipient.signature'],
      [await sign(message, new Ed25519Keypair()), 'recipient.signature'],
      [{ message, signature: 'nonsense' }, 'recipient.signature'],
      [await approvalOf(other, wallet), 'recipient.message'],
      [await sign(message.replace(/Site: .*/, 'Site: evil.example'), wallet), 'recipient.message'],
      [await sign(message.replace(/at: .*/, 'at: 2020-01-01T00:00:00.000Z'), wallet), 'recipient.message'],
    ]
    for (const [recipient, field] of attacks)
      expect(await refusalOf(inputOf(dropId, wallet, recipient))).toMatchObject({
        code: 'BAD_USER_INPUT',
        field,
      })
    const thief = new Ed25519Keypair()
    expect(await refusalOf(inputOf(dropId, thief, approval))).toMatchObject({ field: 'recipient.message' })

    await claim(inputOf(dropId, wallet, approval))
    await untilConfirmed(dropId)
    expect(await refusalOf(inputOf(dropId, wallet, approval))).toMatchObject({
      code: 'CONFLICT',
      field: 'recipient.message',
    })
    expect((await claimsOn(dropId, RECIPIENT)).length).toBe(0)
    expect((await claimsOn(dropId)).length).toBe(1)
  })

  it('is made once by a hundred racing requests with one signature', async () => {
    const wallet = new Ed25519Keypair()
    const dropId = await createDrop(server, { maxPerWallet: 200, delivery: 'SERVER' })
    const input = inputOf(dropId, wallet, await approvalOf(dropId, wallet))
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.graphql(CLAIM, { input })))
    const ids = answers.flatMap(({ data }) => (data?.['claimDrop'] as Claimed | null)?.claim.id ?? [])
    expect(new Set(ids).size).toBe(1)
    expect((await claimsOn(dropId)).length).toBe(1)
  })
})
