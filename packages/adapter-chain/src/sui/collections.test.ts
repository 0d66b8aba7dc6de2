import { amountOf, type OperatorAction } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { Transaction } from '@mysten/sui/transactions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KIOSK_RULES_ID, TransferPolicyStruct } from '../../test/loopback-node/collection-rights.ts'
import { PublisherStruct } from '../../test/loopback-node/move-structs.ts'
import {
  addressFor,
  done,
  MUCH_GAS,
  openAction,
  openSuiWorld,
  operator,
  SUI,
  type SuiWorld,
  signedVoucher,
  treasury,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { createSuiWallets } from '../../test/sui-wallets.ts'
import { collectionNamesOf, isModuleOf, publishCollection } from './open-collection.ts'
import { createSuiChain } from './sui-chain.ts'
import { addressOf } from './sui-node.ts'

const CREATOR = addressOf('0xc4ea')
const Piece = bcs.struct('Nft', {
  id: bcs.Address,
  drop_id: bcs.Address,
  number: bcs.u64(),
  name: bcs.string(),
  description: bcs.string(),
  image_url: bcs.string(),
  attributes: bcs.vector(bcs.tuple([bcs.string(), bcs.string()])),
})
const looks = {
  name: 'Tree frog',
  description: 'Green',
  imageUrl: 'https://frogs.example/{number}.png',
  attributes: [{ name: 'Skin', value: 'green' }],
  owner: CREATOR,
}

let world: SuiWorld
beforeEach(async () => {
  world = await openSuiWorld()
  world.node.faucet(addressFor(operator), SUI, MUCH_GAS, 'balance')
})
afterEach(() => world.close())

type Opening = Extract<OperatorAction, { kind: 'open_vault' }>
const opening = (more: Partial<Opening> = {}) =>
  openAction(5n, { type: 'NFT', coinType: null, pieces: looks, ...more })

async function opened(action: Opening) {
  expect((await done(world.chain, action)).vaultsOpened).toEqual([])
  const [vault] = (await done(world.chain, action)).vaultsOpened
  if (vault === undefined) throw new Error('no vault was opened')
  return vault
}

const ownedBy = async (owner: string, type: string) =>
  (await world.options.client.listOwnedObjects({ owner, type, include: { content: true } })).objects

test.each(['ListOwnedObjects', 'BatchGetObjects', 'BatchGetTransactions'])(
  'a vault of pieces is not opened while %s fails',
  async (method) => {
    await done(world.chain, opening())
    world.node.setFault({ method, fault: { kind: 'unavailable' }, times: 100 })
    expect(await createSuiChain(world.options).prepare(opening())).toMatchObject({
      error: { kind: 'chain_unavailable' },
    })
  },
)

describe('the collection of an NFT drop', () => {
  test('has its own type, and numbered pieces with picture and attributes', async () => {
    const vault = await opened(opening())
    expect(vault.coinType).toMatch(/::nft_drop::Nft<0x[0-9a-f]{64}::tree_frog_0{15}1::TREE_FROG_0{15}1>$/)
    const voucher = await signedVoucher(world, vault, { amount: 2n, nonce: 1 })
    await done(world.chain, { kind: 'deliver_claims', coinType: vault.coinType, vouchers: [voucher] })
    const pieces = (await ownedBy(addressFor(wallet), vault.coinType)).map(({ content }) =>
      Piece.parse(content),
    )
    expect(pieces.sort((one, other) => Number(one.number) - Number(other.number))).toMatchObject([
      {
        number: '1',
        name: 'Tree frog #1',
        image_url: 'https://frogs.example/1.png',
        attributes: [['Skin', 'green']],
      },
      { number: '2', description: 'Green', image_url: 'https://frogs.example/2.png' },
    ])
  })

  test('gives each piece of its manifest its own name, picture and attributes', async () => {
    const vault = await opened(opening({ deposit: amountOf(0n) }))
    const king = {
      number: 2,
      name: 'King',
      imageUrl: 'ipfs://king',
      attributes: [{ name: 'Crown', value: 'tin' }],
    }
    const toad = { number: 4, name: null, imageUrl: null, attributes: [{ name: 'Skin', value: 'brown' }] }
    const fund = { kind: 'fund_vault', ...vault } as const
    await done(world.chain, { ...fund, deposit: amountOf(3n), pieces: [king] })
    await done(world.chain, { ...fund, deposit: amountOf(2n), pieces: [toad] })
    expect(unwrap(await world.chain.vaults([vault.dropObjectId])).get(vault.dropObjectId)).toMatchObject({
      deposited: 5n,
    })
    const deliver = { kind: 'deliver_claims', coinType: vault.coinType } as const
    const first = await signedVoucher(world, vault, { amount: 2n, nonce: 1 })
    await done(world.chain, { ...deliver, vouchers: [first] })
    const second = await signedVoucher(world, vault, { amount: 3n, nonce: 2 })
    await done(world.chain, { ...deliver, vouchers: [second] })
    const pieces = (await ownedBy(addressFor(wallet), vault.coinType)).map(({ content }) =>
      Piece.parse(content),
    )
    expect(pieces.sort((one, other) => Number(one.number) - Number(other.number))).toMatchObject([
      { name: 'Tree frog #1', image_url: 'https://frogs.example/1.png', attributes: [['Skin', 'green']] },
      { name: 'King', image_url: 'ipfs://king', attributes: [['Crown', 'tin']] },
      { name: 'Tree frog #3', image_url: 'https://frogs.example/3.png' },
      { name: 'Tree frog #4', image_url: 'https://frogs.example/4.png', attributes: [['Skin', 'brown']] },
      { name: 'Tree frog #5', attributes: [['Skin', 'green']] },
    ])
  })

  test('does not change pieces that it already contains', async () => {
    const vault = await opened(opening())
    const king = { number: 5, name: 'King', imageUrl: null, attributes: [] }
    expect(
      await world.chain.prepare({ kind: 'fund_vault', ...vault, deposit: amountOf(1n), pieces: [king] }),
    ).toMatchObject({ error: { kind: 'not_possible', reason: expect.stringContaining('ESupplyNotRaised') } })
  })

  test('of another drop has another type, even with the same title', async () => {
    const one = await opened(opening())
    const other = await opened(opening({ dropId: idOf('drop', '2'.padStart(32, '0')) }))
    expect(one.coinType).not.toBe(other.coinType)
  })

  test('is opened once: the proof is used up, and the operator keeps no rights over display or sales', async () => {
    await opened(opening())
    const operatorAddress = addressFor(operator)
    for (const type of [
      'package::Publisher',
      'display_registry::DisplayCap',
      'transfer_policy::TransferPolicyCap',
    ]) {
      expect(await ownedBy(operatorAddress, `0x2::${type}`), type).toEqual([])
    }
    expect(await ownedBy(CREATOR, '0x2::display_registry::DisplayCap')).toHaveLength(1)
    expect(await ownedBy(CREATOR, '0x2::transfer_policy::TransferPolicyCap')).toHaveLength(1)
  })

  test('without an owner belongs to the treasury', async () => {
    const { owner: _, ...unowned } = looks
    await opened(opening({ pieces: unowned }))
    expect(await ownedBy(addressFor(treasury), '0x2::display_registry::DisplayCap')).toHaveLength(1)
  })

  test('pays its royalty by the standard rules of marketplaces', async () => {
    await opened(opening({ pieces: { ...looks, royaltyBasisPoints: 250 } }))
    const [cap] = await ownedBy(CREATOR, '0x2::transfer_policy::TransferPolicyCap')
    const policyId = bcs.Address.parse((cap?.content ?? new Uint8Array()).subarray(32))
    const { object } = await world.options.client.getObject({
      objectId: policyId,
      include: { content: true },
    })
    expect(object.owner.$kind).toBe('Shared')
    expect(TransferPolicyStruct.parse(object.content).rules).toEqual([
      'royalty_rule 250 0',
      'kiosk_lock_rule',
    ])
  })

  test('with a royalty is not opened on a network without these rules, and the reason names the setting', async () => {
    const chain = createSuiChain({ ...world.options, kioskRules: null })
    expect(await chain.prepare(opening({ pieces: { ...looks, royaltyBasisPoints: 1 } }))).toMatchObject({
      error: { kind: 'not_possible', reason: expect.stringContaining('SUI_KIOSK_RULES_PACKAGE_ID') },
    })
    expect(KIOSK_RULES_ID).toBe(world.options.kioskRules)
  })

  test('that was published by a server that died is opened by the next one', async () => {
    const action = opening()
    await done(world.chain, action)
    const [vault] = (await done(world.openServer(), { ...action, pieces: { ...looks, name: 'Renamed' } }))
      .vaultsOpened
    expect(vault?.coinType).toContain('::tree_frog_')
  })

  test.each(['Scam', looks.name])(
    'is not replaced by one that a stranger publishes as %j and gives to the operator',
    async (title) => {
      const wallets = createSuiWallets(world.node, world.options.client, [])
      const stranger = wallets.newWallet()
      const publishing = new Transaction()
      publishCollection(publishing, opening({ pieces: { ...looks, name: title } }))
      expect(await wallets.send(stranger, publishing)).toMatchObject({ kind: 'succeeded' })
      const [proof] = await ownedBy(stranger, '0x2::package::Publisher')
      if (proof === undefined) throw new Error('nothing was published')
      const gift = new Transaction()
      gift.transferObjects([gift.objectRef(proof)], addressFor(operator))
      expect(await wallets.send(stranger, gift)).toMatchObject({ kind: 'succeeded' })
      const vault = await opened(opening())
      expect(vault.coinType).toContain('::tree_frog_')
      expect(vault.coinType).not.toContain(PublisherStruct.parse(proof.content).package)
      expect((await ownedBy(addressFor(operator), '0x2::package::Publisher')).length).toBe(1)
    },
  )

  test.each([
    [looks.name, 1],
    ['Renamed', 0],
  ])(
    'whose publisher the node has pruned is opened if it is the package of today: as %j, %i',
    async (name, count) => {
      await done(world.chain, opening())
      world.node.prune()
      const { vaultsOpened } = await done(world.chain, opening({ pieces: { ...looks, name } }))
      expect(vaultsOpened).toHaveLength(count)
    },
  )

  test('is not opened while the node shows no registrar, and the reason names the setting', async () => {
    const chain = createSuiChain({ ...world.options, nftRegistrarId: null })
    await done(chain, opening())
    expect(await chain.prepare(opening())).toMatchObject({
      error: { kind: 'not_possible', reason: expect.stringContaining('SUI_NFT_REGISTRAR_ID') },
    })
    expect(unwrap(await world.chain.prepare(opening())).digest).toBeTruthy()
  })
})

describe('the names of a collection', () => {
  const dropId = idOf('drop', '019c0ffee0123456789abcdef0123456')

  test.each([
    ['Pepper mill', 'pepper_mill_'],
    ['  ☂ 42 Äpfel! ', 'apfel_'],
    ['☂☂☂', 'collection_'],
    ['1984', 'collection_'],
    ['x'.repeat(120), `${'x'.repeat(40)}_`],
  ])('of %j are those that Move allows', (title, start) => {
    const { module, type } = collectionNamesOf(title, dropId)
    expect(module.startsWith(start.slice(0, -1))).toBe(true)
    expect(module).toMatch(/^[a-z][a-z0-9_]*$/)
    expect(module.length).toBeLessThanOrEqual(60)
    expect(type).toBe(module.toUpperCase())
    expect(isModuleOf(module, dropId)).toBe(true)
    expect(isModuleOf(module, idOf('drop', '2'.padStart(32, '0')))).toBe(false)
  })
})
