// Claims that a wallet lets deliver to another address, over HTTP, on the fake chain.
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { fromBase64 } from '@mysten/sui/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, run } from './support/drops.ts'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'

const CLAIM = `mutation ($input: ClaimDropInput!) {
  claimDrop(input: $input) { claim { id userAddress recipient status } claimParams { nonce } }
}`
const MESSAGE = `query ($dropId: ID!, $userAddress: String!, $recipient: String!) {
  recipientMessage(dropId: $dropId, userAddress: $userAddress, recipient: $recipient)
}`
const RECIPIENT = `0x${'a'.repeat(64)}`

interface Claimed {
  readonly claim: { readonly id: string; readonly userAddress: string; readonly recipient: string }
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { SUI_SPONSOR_BUDGET_MIST: '1000000000' } })
})
afterAll(() => server?.stop())

const messageFor = (dropId: string, wallet: Ed25519Keypair) =>
  run<string>(server, MESSAGE, { dropId, userAddress: wallet.toSuiAddress(), recipient: RECIPIENT })
const sign = async (message: string, wallet: Ed25519Keypair) => ({
  message,
  signature: (await wallet.signPersonalMessage(new TextEncoder().encode(message))).signature,
})
const inputOf = (dropId: string, wallet: Ed25519Keypair, recipient: object) => ({
  dropId,
  userAddress: wallet.toSuiAddress(),
  recipient,
})
const claim = (input: object) => run<Claimed>(server, CLAIM, { input })

const statusesOn = async (dropId: string) => {
  const query = 'query ($dropId: ID!) { claims(filter: { dropId: $dropId }) { status } }'
  return (await run<{ status: string }[]>(server, query, { dropId })).map(({ status }) => status)
}

async function untilConfirmed(dropId: string): Promise<void> {
  await expect.poll(() => statusesOn(dropId)).toEqual(['CONFIRMED'])
}

describe('a claim to another address', () => {
  it('reaches the recipient in every delivery', async () => {
    const wallet = new Ed25519Keypair()
    for (const delivery of ['WALLET', 'SPONSORED', 'SERVER']) {
      const dropId = await createDrop(server, { delivery })
      const approval = await sign(await messageFor(dropId, wallet), wallet)
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
})
