// The chain queries of gating rules, on a whole server.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDrop, run } from './support/drops.ts'
import { startServer, type TestServer } from './support/server.ts'

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
