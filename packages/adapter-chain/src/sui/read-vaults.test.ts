import type { Address } from '@dropkit/core'
import { sampleAddress } from '@dropkit/testing'
import { bcs } from '@mysten/sui/bcs'
import { GrpcTypes } from '@mysten/sui/grpc'
import { deriveDynamicFieldID, SUI_CLOCK_OBJECT_ID } from '@mysten/sui/utils'
import { describe, expect, test } from 'vitest'
import { startScriptedNode } from '../../test/sui-fixture.ts'
import { ClockLayout, DropLayout, NftDropLayout, NonceWordLayout } from './move-layouts.ts'
import { createVaultReader, readUsedNonces } from './read-vaults.ts'
import { addressOf } from './sui-node.ts'

const PACKAGE = sampleAddress(0xd209)
const TABLE = sampleAddress(0x7ab1e)
const [VAULT, OTHER_VAULT, PIECES] = [sampleAddress(1), sampleAddress(2), sampleAddress(3)]
const CLOCK = addressOf(SUI_CLOCK_OBJECT_ID)
const SETTLING_MS = 60_000
const NOW = 1_700_000_000_000

const used = { words: { id: TABLE, size: 0n } }
const key = new Uint8Array(32).fill(7)

const drop = (id: Address, balance: bigint, packageId = PACKAGE) => ({
  type: `${packageId}::drop::Drop<0x2::sui::SUI>`,
  contents: DropLayout.serialize({
    id,
    balance: { value: balance },
    deposited: 100n,
    public_key: key,
    used,
    is_paused: true,
    funders: [{ from: id, amount: 100n }],
    label: [],
  }).toBytes(),
})

const pieces = (id: Address) => ({
  type: `${PACKAGE}::nft_drop::NftDrop<${PACKAGE}::fish::FISH>`,
  contents: NftDropLayout.serialize({
    id,
    name: 'Fish',
    description: '',
    image_url: '',
    image_url_end: null,
    attributes: [],
    supply: 10n,
    minted: 4n,
    public_key: key,
    used,
    is_paused: false,
    label: [],
  }).toBytes(),
})

const clockAt = (timestamp_ms: number) => ({
  type: '0x2::clock::Clock',
  contents: ClockLayout.serialize({ id: CLOCK, timestamp_ms }).toBytes(),
})

const wordId = (word: bigint) =>
  addressOf(deriveDynamicFieldID(TABLE, 'u64', bcs.u64().serialize(word).toBytes()))

const word = (name: bigint, value: bigint) => ({
  type: '0x2::dynamic_field::Field<u64, u256>',
  contents: NonceWordLayout.serialize({ id: wordId(name), name, value }).toBytes(),
})

type Held = ReturnType<typeof drop>

async function nodeWith(objects: Record<string, Held>) {
  const asked: (readonly string[])[] = []
  let spoil = (results: GrpcTypes.GetObjectResult[]) => results
  const headers: Record<string, string> = {}
  const handlers = {
    batchGetObjects({ requests }: GrpcTypes.BatchGetObjectsRequest) {
      const ids = requests.map(({ objectId = '' }) => addressOf(objectId))
      asked.push(ids)
      const results = ids.map((objectId) => {
        const held = objects[objectId]
        const status = { code: 5, message: `no object ${objectId}`, details: [] }
        return GrpcTypes.GetObjectResult.create({
          result: held
            ? {
                oneofKind: 'object',
                object: { objectId, objectType: held.type, contents: { value: held.contents } },
              }
            : { oneofKind: 'error', error: status },
        })
      })
      return { objects: spoil(results) }
    },
  }
  const node = await startScriptedNode(handlers, () => headers)
  const time = { now: NOW }
  const context = { ...node, packageId: PACKAGE, machineNow: () => time.now }
  const vaults = createVaultReader(context)
  return {
    asked,
    time,
    headers,
    vaults,
    spoilWith: (change: typeof spoil) => {
      spoil = change
    },
    balances: async (...ids: Address[]) => {
      const found = await vaults.read(ids)
      return found.ok
        ? new Map([...found.value].map(([id, { state }]) => [id, state.balance]))
        : found.error.kind
    },
    nonces: (...nonces: number[]) => readUsedNonces(context, vaults, VAULT, nonces),
  }
}

describe('vaults', () => {
  test('of coins and of pieces are read as they are', async () => {
    const { vaults } = await nodeWith({ [VAULT]: drop(VAULT, 70n), [PIECES]: pieces(PIECES) })
    const found = await vaults.read([VAULT, PIECES, OTHER_VAULT])
    const publicKey = Buffer.from(key).toString('base64')
    expect(found).toEqual({
      ok: true,
      value: new Map([
        [VAULT, { state: { balance: 70n, deposited: 100n, publicKey, isPaused: true }, nonceTableId: TABLE }],
        [PIECES, { state: { balance: 6n, deposited: 10n, publicKey, isPaused: false }, nonceTableId: TABLE }],
      ]),
    })
  })

  test("that are another package's are none", async () => {
    const { balances } = await nodeWith({
      [VAULT]: drop(VAULT, 70n, sampleAddress(0xbad)),
      [CLOCK]: clockAt(NOW),
    })
    expect(await balances(VAULT, CLOCK)).toEqual(new Map())
  })

  test('are read once for all requests within a second', async () => {
    const { balances, asked, time } = await nodeWith({ [VAULT]: drop(VAULT, 70n) })
    await Promise.all(Array.from({ length: 20 }, () => balances(VAULT)))
    time.now += 999
    await balances(VAULT, OTHER_VAULT)
    expect(asked).toEqual([[VAULT], [OTHER_VAULT]])
    time.now += 1
    await balances(VAULT)
    expect(asked).toHaveLength(3)
  })

  test('are looked up again once something may have changed them', async () => {
    const held = { [VAULT]: drop(VAULT, 70n) }
    const { balances, vaults } = await nodeWith(held)
    await balances(VAULT)
    held[VAULT] = drop(VAULT, 60n)
    vaults.forget()
    expect(await balances(VAULT)).toEqual(new Map([[VAULT, 60n]]))
  })

  test('are complete for any number of vaults', async () => {
    const ids = Array.from({ length: 120 }, (_, n) => sampleAddress(1_000 + n))
    const { balances, asked } = await nodeWith(Object.fromEntries(ids.map((id) => [id, drop(id, 1n)])))
    expect(await balances(...ids)).toEqual(new Map(ids.map((id) => [id, 1n])))
    expect(asked.map(({ length }) => length)).toEqual([50, 50, 20])
  })

  test.each<[string, (results: GrpcTypes.GetObjectResult[]) => GrpcTypes.GetObjectResult[]]>([
    ['in another order', (results) => results.toReversed()],
    ['for fewer than were asked for', (results) => results.slice(1)],
    ['with nothing', (results) => results.map(() => GrpcTypes.GetObjectResult.create({}))],
  ])('are not there when the node answers %s, and are once it answers well', async (_, change) => {
    const { balances, spoilWith } = await nodeWith({ [VAULT]: drop(VAULT, 1n), [PIECES]: pieces(PIECES) })
    spoilWith(change)
    expect(await balances(VAULT, PIECES)).toBe('chain_unavailable')
    spoilWith((results) => results)
    expect(await balances(VAULT, PIECES)).toEqual(
      new Map([
        [VAULT, 1n],
        [PIECES, 6n],
      ]),
    )
  })
})

describe('used nonces', () => {
  const world = {
    [VAULT]: drop(VAULT, 70n),
    [CLOCK]: clockAt(NOW),
    [wordId(0n)]: word(0n, (1n << 1n) | (1n << 255n)),
    [wordId(1n)]: word(1n, 1n),
  }

  test('are the bits of their words', async () => {
    const { nonces } = await nodeWith(world)
    const answer = await nonces(0, 1, 2, 254, 255, 256, 257, 100_000)
    expect(answer.ok && answer.value.used).toEqual(new Set([1, 255, 256]))
  })

  test('are read in one request after the clock, and before the vault that they are of', async () => {
    const { nonces, asked } = await nodeWith(world)
    await nonces(1, 256, 2)
    expect(asked.at(-1)).toEqual([CLOCK, wordId(0n), wordId(1n), VAULT])
  })

  test('have the time of the last checkpoint of the node, minus the duration of the request', async () => {
    const { nonces, headers, time, spoilWith } = await nodeWith(world)
    headers['x-sui-timestamp-ms'] = String(NOW - 300)
    spoilWith((results) => {
      time.now += 40
      return results
    })
    expect(await nonces()).toMatchObject({ ok: true, value: { used: new Set(), chainTime: NOW - 340 } })
  })

  test('have a safe time if the node reports no checkpoint', async () => {
    const { nonces } = await nodeWith(world)
    expect(await nonces()).toMatchObject({
      ok: true,
      value: { used: new Set(), chainTime: NOW - SETTLING_MS },
    })
  })

  test('that need several requests have the earliest of their times', async () => {
    const held = { ...world }
    const { nonces, asked, spoilWith } = await nodeWith(held)
    let requests = 0
    spoilWith((results) => {
      held[CLOCK] = clockAt(NOW + ++requests)
      return results
    })
    const many = Array.from({ length: 60 }, (_, n) => n * 256)
    const answer = await nonces(...many)
    expect(answer).toMatchObject({
      value: {
        used: new Set([256]),
        chainTime: NOW + 1 - SETTLING_MS,
        vault: { balance: 70n, isPaused: true },
      },
    })
    expect(asked.map(({ length }) => length)).toEqual([1, 50, 14])
  })

  test('are unknown for an unknown vault, at the time of the node', async () => {
    const { [VAULT]: _, ...rest } = world
    const { nonces, asked } = await nodeWith(rest)
    const chainTime = NOW - SETTLING_MS
    expect(await nonces(1)).toEqual({ ok: true, value: { used: null, chainTime, vault: null } })
    expect(await nonces()).toEqual({ ok: true, value: { used: new Set(), chainTime, vault: null } })
    expect(asked.at(-1), 'in one request').toEqual([CLOCK, VAULT])
  })

  test('are missing for a vault that the node shows only in its second answer', async () => {
    const { [VAULT]: vault, ...held } = world
    const { nonces, spoilWith } = await nodeWith(held)
    spoilWith((results) => {
      Object.assign(held, { [VAULT]: vault })
      return results
    })
    const answer = await nonces(1)
    expect(answer.ok ? 'told' : answer.error.kind).toBe('chain_unavailable')
  })

  test('are unknown for a vault that was closed between two reads', async () => {
    const held: Record<string, Held> = { ...world }
    const { nonces, spoilWith } = await nodeWith(held)
    spoilWith((results) => {
      delete held[VAULT]
      return results
    })
    expect(await nonces(1)).toMatchObject({ ok: true, value: { used: null } })
  })
})
