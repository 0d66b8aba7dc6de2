// The sources of a drop's coins: tokens that are created, adopted and published, and deposits into vaults.
import { expect, it } from 'vitest'
import { CREATE_DROP, type Data, onEachDatabase, soon, type World } from './world.ts'

const FIELDS = `id status address packageId coinType isExternal decimals totalSupply
  communityDropsReserve publicSaleReserve creatorReserve`
const CREATE_TOKEN = `mutation ($input: CreateTokenInput!) { createToken(input: $input) { ${FIELDS} } }`
const PREPARE = `mutation ($input: PrepareTokenDeploymentInput!) {
  prepareTokenDeployment(input: $input) { transactionBytes }
}`
const CONFIRM = `mutation ($input: ConfirmTokenDeploymentInput!) {
  confirmTokenDeployment(input: $input) { ${FIELDS} }
}`
const FUND =
  'mutation ($input: PrepareDropFundingInput!) { prepareDropFunding(input: $input) { transactionBytes } }'
const NOWHERE = { address: null, packageId: null, coinType: null }

async function createToken(world: World, input: object = {}, as = 'admin'): Promise<Data> {
  const given = { name: 'Saffron', symbol: 'SAFFRON', supply: '1000', ...input }
  return (await world.ask(CREATE_TOKEN, { input: given }, as)).createToken
}

const readToken = async (world: World, id: string) =>
  (await world.ask(`query ($id: ID!) { token(id: $id) { ${FIELDS} } }`, { id })).token

/** Signs and executes as the wallet would, and returns the transaction's hash. */
async function execute(world: World, sender: string, transactionBytes: string): Promise<string> {
  const { status, body } = await world.server.fakeChain('execute', { sender, transactionBytes })
  expect({ status, body }).toMatchObject({ status: 200 })
  return String(body['txHash'])
}

async function publish(world: World, tokenId: string, senderAddress: string): Promise<string> {
  const { prepareTokenDeployment } = await world.ask(PREPARE, { input: { tokenId, senderAddress } })
  return execute(world, senderAddress, prepareTokenDeployment.transactionBytes)
}

const confirm = async (world: World, tokenId: string, txHash: string) =>
  (await world.ask(CONFIRM, { input: { tokenId, txHash } })).confirmTokenDeployment

/** A failed and a successful transaction. Neither publishes a token. */
async function otherTransactions(world: World): Promise<{ failed: string; succeeded: string }> {
  const [from, coinType] = [world.wallet(), '0x2::sui::SUI']
  const succeeded = (await world.server.fakeChain('faucet', { address: from, coinType, amount: '5' })).body
  const refused = await world.server.fakeChain('transfer', { from, to: '0x5', coinType, amount: '6' })
  expect(refused.status).toBe(422)
  const { txHash } = refused.body['details'] as { txHash: string }
  return { failed: txHash, succeeded: String(succeeded['txHash']) }
}

onEachDatabase('a token', (world) => {
  it('is deployed by the transaction that publishes it, and by no other', async () => {
    const { id } = await createToken(world)
    const ask = (txHash: string, as = 'admin') =>
      world.refusal(CONFIRM, { input: { tokenId: id, txHash } }, as)
    const { failed, succeeded } = await otherTransactions(world)
    expect((await ask('1'.repeat(44))).extensions).toMatchObject({ code: 'TX_NOT_FOUND', retryable: true })
    expect((await ask(succeeded)).extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'txHash' })
    expect((await ask(failed, 'stranger')).message).toBe('Access denied')
    const theirs = await world.refusal(PREPARE, { input: { tokenId: id, senderAddress: '0x1' } }, 'stranger')
    expect(theirs.message).toBe('Access denied')
    expect(await readToken(world, id)).toMatchObject({ status: 'PENDING', ...NOWHERE })

    expect(await confirm(world, id, failed)).toMatchObject({ status: 'FAILED', ...NOWHERE })
    const other = await createToken(world)
    const wrong = await publish(world, other.id, world.wallet())
    expect((await ask(wrong)).extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'txHash' })
    expect(await readToken(world, id)).toMatchObject({ status: 'FAILED' })

    const txHash = await publish(world, id, world.wallet())
    const deployed = await confirm(world, id, txHash)
    expect(deployed).toMatchObject({
      status: 'DEPLOYED',
      isExternal: false,
      address: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      packageId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      coinType: expect.stringMatching(/^0x[0-9a-f]{64}::saffron::SAFFRON$/),
    })
    expect(await confirm(world, id, txHash)).toEqual(deployed)
    expect((await ask(failed)).extensions.code).toBe('CONFLICT')
    expect(await readToken(world, id)).toEqual(deployed)
    const { events } = await world.ask('{ events(limit: 200, types: ["token.deployed"]) { data } }')
    expect(events.filter(({ data }: Data) => data.tokenId === id)).toHaveLength(1)
  })

  it('need not be deployed for claims to work at once', async () => {
    const { id } = await createToken(world)
    const dropId = await world.launch({ existingTokenId: id, maxAmount: '5000', tokenAmount: '10' })
    expect(await readToken(world, id)).toMatchObject({ status: 'PENDING' })
    const granted = await world.claim(dropId, world.wallet())
    expect(granted.dropInfo).toEqual({
      dropObjectId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      packageId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      coinType: expect.stringContaining('::'),
    })
    await world.take(granted)
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED'))
  })
})

onEachDatabase(
  'a drop where vaults are not made at once',
  (world) => {
    const launch = async (tokenId: string, input: object = {}, as?: string): Promise<string> => {
      const drop = { title: 'Tea', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100', tokenAmount: '10' }
      return (await world.ask(CREATE_DROP, { input: { existingTokenId: tokenId, ...drop, ...input } }, as))
        .createDrop.id
    }
    const notReady = async (dropId: string, as?: string) =>
      expect((await world.refusedClaim(dropId, world.wallet(), {}, as)).extensions).toMatchObject({
        code: 'DROP_NOT_READY',
        retryable: true,
      })
    const vaultOf = async (id: string) => (await world.drop(id)).tokenBalance

    it('waits for its token, and is filled from the reserve for drops', async () => {
      const owner = world.wallet()
      const { id } = await createToken(world, { supply: '150', communityDropsReserve: '120' })
      const dropId = await launch(id)
      expect((await world.drop(dropId)).status).toBe('ACTIVE')
      expect(await vaultOf(dropId)).toBeNull()
      await notReady(dropId)
      const eligibility = await world.ask(
        'query ($input: CheckEligibilityInput!) { checkEligibility(input: $input) { eligible retryable } }',
        { input: { dropId, walletAddress: world.wallet() } },
      )
      expect(eligibility.checkEligibility).toEqual({ eligible: false, retryable: true })

      await confirm(world, id, await publish(world, id, owner))
      await soon(async () => expect(await vaultOf(dropId)).toBe('100'))
      const granted = await world.claim(dropId, world.wallet())
      await world.take(granted)
      await soon(async () => expect(await vaultOf(dropId)).toBe('90'))

      // The reserve has 20 left, which are deposited. The owner must deposit the rest.
      const beyond = await launch(id, { maxAmount: '30', tokenAmount: '4' })
      await soon(async () => expect(await vaultOf(beyond)).toBe('20'))
      for (let n = 0; n < 5; n++) await world.claim(beyond, world.wallet())
      await notReady(beyond)
      const fund = { dropId: beyond, senderAddress: owner }
      const denied = await world.refusal(FUND, { input: fund }, 'stranger')
      expect(denied.message).toBe('Access denied')
      const part = (await world.ask(FUND, { input: { ...fund, amount: '5' } })).prepareDropFunding
      await execute(world, owner, part.transactionBytes)
      await soon(async () => world.claim(beyond, world.wallet()))
      await notReady(beyond)
      const rest = (await world.ask(FUND, { input: fund })).prepareDropFunding
      await execute(world, owner, rest.transactionBytes)
      await soon(async () => expect(await vaultOf(beyond)).toBe('30'))
      await soon(async () => world.claim(beyond, world.wallet()))
      const full = await world.refusal(FUND, { input: fund })
      expect(full.extensions.code).toBe('CONFLICT')
    })

    it('of an adopted coin is filled by its owner', async () => {
      const [owner, coinType] = [world.wallet(), '0xcafe::tea::TEA']
      await world.server.fakeChain('faucet', { address: owner, coinType, amount: '100' })
      const { id } = await createToken(world, { coinType })
      const dropId = await launch(id)
      await soon(async () => expect(await vaultOf(dropId)).toBe('0'))
      await notReady(dropId)
      const { transactionBytes } = (await world.ask(FUND, { input: { dropId, senderAddress: owner } }))
        .prepareDropFunding
      await execute(world, owner, transactionBytes)
      await soon(async () => expect(await vaultOf(dropId)).toBe('100'))
      await soon(async () => world.claim(dropId, world.wallet()))
    })

    it('returns unclaimed deposits to its owner once it is deleted', async () => {
      const [owner, coinType] = [world.wallet(), '0xcafe::tea::COLD']
      await world.server.fakeChain('faucet', { address: owner, coinType, amount: '100' })
      const { id } = await createToken(world, { coinType })
      const dropId = await launch(id)
      await soon(async () => expect(await vaultOf(dropId)).toBe('0'))
      const fund = { dropId, senderAddress: owner, amount: '60' }
      await execute(
        world,
        owner,
        (await world.ask(FUND, { input: fund })).prepareDropFunding.transactionBytes,
      )
      await soon(async () => expect(await vaultOf(dropId)).toBe('60'))
      await soon(async () => world.take(await world.claim(dropId, world.wallet())))
      const send = async (amount: string) => {
        const sent = { from: owner, to: world.wallet(), coinType, amount }
        return (await world.server.fakeChain('transfer', sent)).status
      }
      // The wallet deposited 60 of its 100, so it has 40. After the deletion, 50 are returned.
      expect(await send('41')).toBe(422)
      await world.ask('mutation ($id: ID!) { deleteDrop(id: $id) }', { id: dropId })
      await world.advance(16 * 60)
      await soon(async () => expect(await send('90')).toBe(200))
      expect(await send('1')).toBe(422)
    })

    it('gets its vault once the chain is back', async () => {
      const { id } = await createToken(world)
      await confirm(world, id, await publish(world, id, world.wallet()))
      await world.outage(600)
      const dropId = await launch(id)
      await notReady(dropId)
      await world.outage(0)
      await soon(async () => expect(await vaultOf(dropId)).toBe('100'))
      await world.claim(dropId, world.wallet())
    })
  },
  { FAKE_CHAIN_AUTO: '0' },
)
