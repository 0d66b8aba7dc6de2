import { MAX_PIECES_PER_CLAIM } from '@dropkit/core/internal'
import { Transaction } from '@mysten/sui/transactions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NodeFixture, openNode } from './node-fixture.ts'
import { excessOf } from './transaction-checks.ts'

describe('the package on a loopback node', () => {
  let world: NodeFixture

  beforeAll(async () => {
    world = await openNode()
  })
  afterAll(async () => await world.node.close())

  test('shows a vault whole, however much is in it', async () => {
    const label = 'long '.repeat(300)
    const { vaultId } = await world.openVault(1n, label)
    expect(Buffer.from((await world.vault(vaultId)).label).toString()).toBe(label)
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
