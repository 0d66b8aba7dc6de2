import { idOf, MAX_PIECES_PER_CLAIM } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { coinWithBalance, Transaction } from '@mysten/sui/transactions'
import { toBase64 } from '@mysten/sui/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NonceWordLayout } from '../../src/sui/move-layouts.ts'
import { collectionPackageOf } from '../../src/sui/open-collection.ts'
import { OwnerCap } from './move-structs.ts'
import {
  abortCode,
  createdIn,
  dropKey,
  type NodeFixture,
  openNode,
  PEPPER,
  START,
  succeeded,
  WALLET,
} from './node-fixture.ts'
import { excessOf } from './transaction-checks.ts'
import { wordId } from './transaction-place.ts'

describe('the package on a loopback node', () => {
  let world: NodeFixture

  beforeAll(async () => {
    world = await openNode()
  })
  afterAll(async () => await world.node.close())

  async function callWithCap(name: string, vaultId: string, capId: string) {
    const transaction = new Transaction()
    transaction.moveCall({
      target: `${world.node.packageId}::drop::${name}`,
      typeArguments: [PEPPER],
      arguments: [transaction.object(vaultId), transaction.object(capId)],
    })
    return succeeded(await world.send(transaction))
  }

  test('opens a vault and shows it as the bytes of the Move struct', async () => {
    const { vaultId, capId } = await world.openVault(500n)
    expect(await world.vault(vaultId)).toMatchObject({
      id: vaultId,
      balance: { value: '500' },
      deposited: '500',
      public_key: dropKey().getPublicKey().toRawBytes(),
      is_paused: false,
      funders: [{ from: world.address, amount: '500' }],
      label: Uint8Array.from(Buffer.from('a label')),
    })
    const { object } = await world.client.getObject({ objectId: capId, include: { content: true } })
    expect(OwnerCap.parse(object.content)).toEqual({ id: capId, drop_id: vaultId })
    expect(object.owner.AddressOwner).toBe(world.address)
  })

  test('shows a vault whole, however much is in it', async () => {
    const label = 'long '.repeat(300)
    const { vaultId } = await world.openVault(1n, label)
    expect(Buffer.from((await world.vault(vaultId)).label).toString()).toBe(label)
  })

  test('pays a voucher to its claimer, and keeps the nonce where the chain would', async () => {
    const { vaultId } = await world.openVault(500n)
    const claimer = `0x${'b2'.repeat(32)}`
    const done = succeeded(await world.claim({ vaultId, claimer, amount: 30n, nonce: 259 }))
    expect(done.balanceChanges).toContainEqual({ address: claimer, coinType: PEPPER, amount: '30' })
    expect(done.events.map(({ eventType }) => eventType)).toEqual([
      `${world.node.packageId}::drop::Claimed<${PEPPER}>`,
    ])
    const { balance, used } = await world.vault(vaultId)
    expect([balance.value, used.words.size]).toEqual(['470', '1'])
    const objectId = wordId(used.words.id, 1n)
    const { object } = await world.client.getObject({ objectId, include: { content: true } })
    expect(NonceWordLayout.parse(object.content)).toMatchObject({ name: '1', value: String(1n << 3n) })
    expect(await world.balanceOf(claimer, PEPPER)).toBe(30n)
  })

  test('says by the abort code of the package why it does not pay', async () => {
    const { vaultId } = await world.openVault(50n)
    succeeded(await world.claim({ vaultId, nonce: 7 }))
    const codes = [
      await world.claim({ vaultId, nonce: 7 }),
      await world.claim({ vaultId, nonce: 8 }, dropKey(2)),
      await world.claim({ vaultId, nonce: 8, expiresAtMs: START }),
      await world.claim({ vaultId, nonce: 8, amount: 41n }),
    ].map(abortCode)
    expect(codes).toEqual(['4', '2', '3', '5'])
    expect((await world.vault(vaultId)).balance.value).toBe('40')
  })

  test('pays nothing while a vault is paused, and goes on when it is resumed', async () => {
    const { vaultId, capId } = await world.openVault(50n)
    await callWithCap('pause', vaultId, capId)
    expect(abortCode(await world.claim({ vaultId }))).toBe('1')
    await callWithCap('resume', vaultId, capId)
    succeeded(await world.claim({ vaultId }))
  })

  test('names the call that failed, and undoes those before it', async () => {
    const { vaultId } = await world.openVault(50n)
    const transaction = new Transaction()
    for (const nonce of [1, 2, 2, 3]) await world.addClaim(transaction, { vaultId, nonce })
    transaction.setSender(world.address)
    await expect(transaction.build({ client: world.client })).rejects.toMatchObject({
      executionError: {
        command: 2,
        MoveAbort: {
          cleverError: { errorCode: 4, constantName: 'ENonceUsed', value: 'The voucher was paid before.' },
          location: { module: 'drop' },
        },
      },
    })
    const { FailedTransaction } = await world.sendBytes(await world.build(transaction))
    expect(FailedTransaction?.balanceChanges.map(({ amount }) => amount)).toEqual(['-1000'])
    expect((await world.vault(vaultId)).balance.value).toBe('50')
  })

  test('returns the remainder of a closed vault by shares', async () => {
    const { vaultId, capId } = await world.openVault(100n)
    const transaction = new Transaction()
    transaction.moveCall({
      target: `${world.node.packageId}::drop::fund`,
      typeArguments: [PEPPER],
      arguments: [transaction.object(vaultId), coinWithBalance({ type: PEPPER, balance: 33n })],
    })
    const other = dropKey(9)
    world.node.faucet(other.toSuiAddress(), PEPPER, 33n)
    world.node.faucet(other.toSuiAddress(), '0x2::sui::SUI', 10_000n)
    succeeded(await world.send(transaction, other))
    succeeded(await world.claim({ vaultId, amount: 50n }))
    const before = await world.balanceOf(world.address, PEPPER)
    const done = await callWithCap('close', vaultId, capId)
    // 83 of 133 are left.
    expect(await world.balanceOf(other.toSuiAddress(), PEPPER)).toBe(20n)
    expect(await world.balanceOf(world.address, PEPPER)).toBe(before + 63n)
    const gone = done.effects.changedObjects.filter(({ idOperation }) => idOperation === 'Deleted')
    expect(gone.map(({ objectId }) => objectId).sort()).toEqual([vaultId, capId].sort())
    await expect(world.vault(vaultId)).rejects.toMatchObject({ reason: 'notFound' })
  })

  test('mints numbered pieces', async () => {
    const opening = new Transaction()
    const { pure } = opening
    const { module, dependencies } = collectionPackageOf('Piece', idOf('drop', '7'.padStart(32, '0')))
    const publishing = new Transaction()
    const upgrade = publishing.publish({ modules: [toBase64(module)], dependencies: [...dependencies] })
    publishing.transferObjects([upgrade], world.address)
    const published = succeeded(await world.send(publishing))
    const proofId = createdIn(published, '::package::Publisher')
    const { object } = await world.client.getObject({ objectId: proofId, include: { content: true } })
    const [digits, name] = bcs.tuple([bcs.string(), bcs.string()]).parse(object.content.subarray(32))
    const collection = `0x${digits}::${name}::${name.toUpperCase()}`
    const cap = opening.moveCall({
      target: `${world.node.packageId}::nft_drop::create`,
      typeArguments: [collection],
      arguments: [
        opening.object(proofId),
        pure.string('Piece'),
        pure.string(''),
        pure.string('ipfs://x/'),
        pure(bcs.option(bcs.string()).serialize('.png')),
        pure.vector('string', ['Skin']),
        pure.vector('string', ['green']),
        pure.u64(3),
        pure.vector('u8', dropKey().getPublicKey().toRawBytes()),
        pure.vector('u8', []),
      ],
    })
    opening.transferObjects([cap], world.address)
    const vaultId = createdIn(succeeded(await world.send(opening)), '::nft_drop::NftDrop')
    const claims = new Transaction()
    await world.addClaim(claims, { vaultId, amount: 2n, nonce: 1, ofPieces: collection })
    await world.addClaim(claims, { vaultId, amount: 1n, nonce: 2, ofPieces: collection })
    succeeded(await world.send(claims))
    const { objects } = await world.client.listOwnedObjects({
      owner: WALLET,
      type: `${world.node.packageId}::nft_drop::Nft`,
    })
    expect(objects).toHaveLength(3)
  })
})

// On the chain, a description has at most 12,000 bytes, a name 480 bytes, an image URL 2,048 characters, and the attributes
// of the collection and of the piece itself 2,000 bytes each.
const LONGEST_PIECE_BYTES = 12_000 + 480 + 2_048 + 2 * 2_000 + 32 + 32 + 8 + 100

const pieces = (count: number, bytes = 100) =>
  Array.from({ length: count }, (_, n) => ({
    objectId: `0x${n}`,
    after: { contents: new Uint8Array(bytes) } as never,
  }))

describe('a transaction of the loopback node', () => {
  test('may write the most pieces of one claim, with the longest texts', () => {
    expect(excessOf(pieces(MAX_PIECES_PER_CLAIM, LONGEST_PIECE_BYTES), 1)).toBeNull()
  })

  test.each([
    ['2,049 new objects', pieces(2_049), 1, 'MEMORY_LIMIT_EXCEEDED'],
    ['1,025 events', [], 1_025, 'MEMORY_LIMIT_EXCEEDED'],
    ['more than 5 MB', pieces(300, LONGEST_PIECE_BYTES), 1, 'WRITTEN_OBJECTS_TOO_LARGE'],
  ])('fails if it has %s', (_, changes, events, reason) => {
    expect(excessOf(changes, events)?.message).toBe(reason)
  })
})
