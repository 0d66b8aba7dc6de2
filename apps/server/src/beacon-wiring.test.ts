import { QUICKNET } from '@dropkit/adapter-beacon'
import { expect, it, onTestFinished } from 'vitest'
import { startRelay } from '../../../packages/adapter-beacon/test/relay.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { readConfig } from './config/read-config.ts'
import { startServer } from './running-server.ts'

const KEY = 'the-key-of-the-operator-1'
it('BEACON sets the chain of a drop, and BEACON_URLS the relays from which its rounds are read', async () => {
  const relay = await startRelay([])
  const config = readConfig({
    DATA_DIR: temporaryFolder(),
    PORT: '0',
    LOG_LEVEL: 'silent',
    WEB: '0',
    BOOTSTRAP_API_KEY: KEY,
    BEACON: 'drand',
    BEACON_URLS: relay.url,
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const server = await startServer(config.value, () => {})
  onTestFinished(() => server.end())
  const ask = async <Data>(query: string): Promise<Data> => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    return ((await answer.json()) as { readonly data: Data }).data
  }

  const { createToken } = await ask<{ createToken: { id: string } }>(
    'mutation { createToken(input: { name: "Gold", symbol: "GOLD", supply: "1000" }) { id } }',
  )
  const terms = `title: "Luck", type: TOKEN, claimType: REGULAR, maxAmount: "10", supply: 2, tokenAmount: "0", randomness: BEACON`
  const { createDrop } = await ask<{ createDrop: { id: string; beacon: { chainHash: string } } }>(
    `mutation { createDrop(input: { ${terms}, existingTokenId: "${createToken.id}" }) { id beacon { chainHash } } }`,
  )
  expect(createDrop.beacon.chainHash).toBe(QUICKNET.hash)
  const { claimRandomDrop } = await ask<{ claimRandomDrop: { claim: { round: number } } }>(
    `mutation { claimRandomDrop(input: { dropId: "${createDrop.id}", userAddress: "0xa11ce" }) { claim { round } } }`,
  )
  await expect
    .poll(() => relay.asked, { timeout: 20_000 })
    .toContain(`/${QUICKNET.hash}/public/${claimRandomDrop.claim.round}`)
})
