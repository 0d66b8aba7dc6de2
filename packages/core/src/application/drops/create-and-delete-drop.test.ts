import {
  createTestService,
  granted,
  openTransactionsOf,
  present,
  refusalOf,
  type TestService,
  testWallet,
  toBase64,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import type { Claim } from '../../domain/claim.ts'
import { parseDrawRecord } from '../../domain/draw-record.ts'
import { verifyDraws } from '../../domain/draw-verifier.ts'
import type { Drop } from '../../domain/drop.ts'
import { statusAt } from '../../domain/drop-status.ts'
import { utf8 } from '../../domain/encodings.ts'
import { pathOfFile } from '../../domain/file.ts'
import { idOf } from '../../domain/ids.ts'
import { createRememberedDrops } from '../claims/claim-queue.ts'
import { closeVault } from '../vaults/close-vault.ts'
import { type CreateDropInput, createDrop } from './create-drop.ts'

describe('a new drop', () => {
  let service: TestService

  beforeEach(async () => {
    service = await createTestService()
  })

  const create = (input: Partial<CreateDropInput>) => {
    const terms = {
      title: 'Rain',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '1000',
      tokenAmount: '10',
    } as const
    return service.dropkit.createDrop(service.owner, { ...terms, existingTokenId: service.tokenId, ...input })
  }

  test('needs an existing token, and a missing one is reported before other errors', async () => {
    for (const existingTokenId of [null, 'gold', `token_${'0'.repeat(32)}`])
      for (const others of [{}, { title: '' }])
        expect(await create({ existingTokenId, ...others })).toMatchObject({
          error: { kind: 'not_found', what: 'Token' },
        })
  })

  test('is priced in one of the currencies there are, the first where none is named', async () => {
    for (const [currency, expected] of [
      [undefined, 'SUI'],
      [null, 'SUI'],
      ['usdc', 'USDC'],
    ] as const)
      expect(granted(await create({ currency, price: 1 })).price?.currency).toBe(expected)
    expect(await create({ currency: 'EUR' })).toMatchObject({
      error: {
        kind: 'bad_user_input',
        field: 'currency',
        message: 'currency must be one of SUI, USDC',
        details: { known: ['SUI', 'USDC'] },
      },
    })
  })

  test('takes no deadline that has passed', async () => {
    const now = service.ports.clock.now()
    for (const claimDeadline of [now - 1, now])
      for (const status of ['DRAFT', 'ACTIVE'] as const)
        expect(await create({ claimDeadline, status })).toMatchObject({
          error: { kind: 'bad_user_input', field: 'claimDeadline', reason: 'NOT_IN_FUTURE' },
        })
    expect((await create({ claimDeadline: now + 1 })).ok).toBe(true)
  })

  test('has no seed to publish where nothing is drawn', async () => {
    const drop = granted(await create({}))
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
    expect(await service.dropkit.publishedSeed(await service.reread(drop))).toBeNull()
  })

  test('lets other requests have turns while its manifest is read', async () => {
    const text = `number\n${'\n'.repeat(500_000)}1`
    const upload = { file: toBase64(utf8(text)), filename: 'list.csv', contentType: 'text/csv' }
    const file = granted(await service.dropkit.uploadFile(service.owner, upload))
    const endOfTurn = vi.fn(() => Promise.resolve())
    const drop = await createDrop({ ...service.ports, endOfTurn }, service.owner, {
      existingTokenId: service.tokenId,
      title: 'Frogs',
      type: 'NFT',
      claimType: 'REGULAR',
      maxAmount: '1',
      collection: { manifestUrl: pathOfFile(file) },
    })
    expect(granted(drop).collection?.manifest).toBe(file.id)
    expect(endOfTurn).toHaveBeenCalledTimes(8)
  })

  test('publishes its seed from its deadline on, unless a change has moved the deadline', async () => {
    const { ports, dropkit } = service
    const claimDeadline = ports.clock.now() + 1_000
    const random = { tokenAmount: '0', claimDeadline }
    const [ended, moved] = [granted(await create(random)), granted(await create(random))]
    granted(await dropkit.updateDrop(service.owner, moved.id, { claimDeadline: claimDeadline + 1_000 }))
    ports.clock.advance(1_000)
    expect(await dropkit.publishedSeed(ended)).toHaveLength(64)
    expect(await service.reread(ended)).toMatchObject({ status: 'ENDED' })
    expect(statusAt(moved, ports.clock.now())).toBe('ENDED')
    expect(await dropkit.publishedSeed(moved)).toBeNull()
  })
})

/** What the log keeps of a drop that is gone. */
async function deletionOf(service: TestService, drop: Drop) {
  granted(await service.dropkit.deleteDrop(service.owner, drop.id))
  const [event, ...others] = await service.ports.store.events({
    dropId: drop.id,
    types: ['drop.deleted'],
    limit: 9,
  })
  expect(others).toEqual([])
  return event?.data ?? {}
}

test('the event of a random drop’s deletion keeps all that checks its draws', async () => {
  const service = await createTestService()
  const drop = await service.createDrop({ tokenAmount: '0', supply: 100 })
  const drawn = []
  for (let n = 1; n <= 3; n++) {
    const input = { dropId: drop.id, userAddress: testWallet(n) }
    const { claim } = granted(await service.dropkit.claimRandomDrop(service.owner, input))
    if (claim) drawn.push({ sequence: n, userAddress: testWallet(n), amount: String(claim.amount) })
  }
  const data = await deletionOf(service, drop)
  if (drop.award.kind !== 'random') throw new Error('no random drop')
  expect(data).toMatchObject({
    dropId: drop.id,
    maxAmount: '1000',
    supply: 100,
    randomnessCommitment: drop.award.commitment,
    draws: drawn,
  })
  const record = {
    dropId: drop.id,
    pool: drop.pool,
    supply: 100,
    commitment: drop.award.commitment,
    seed: String(data['randomnessSeed']),
    draws: drawn.map(({ sequence, amount }) => ({
      sequence,
      claimer: testWallet(sequence),
      amount: BigInt(amount) as Drop['pool'],
    })),
  }
  expect(verifyDraws(record, service.ports.hashes)).toMatchObject({ kind: 'verified', draws: 3 })
  expect(record.seed).toHaveLength(64)
  const check = (draws: unknown) => {
    const read = parseDrawRecord(JSON.stringify({ ...data, draws }))
    return read.ok ? verifyDraws(read.value, service.ports.hashes) : read.error
  }
  expect(check(data['draws'])).toMatchObject({ kind: 'verified', ordered: 3 })
  const cut = (data['draws'] as readonly unknown[]).slice(0, 2)
  expect(check(cut)).toEqual({ kind: 'invalid', error: { kind: 'wrong_receipt', sequence: 3 } })
})

test('the event of a deletion has no draws if there are more than 1,000, and the owner can still list the claims', async () => {
  const service = await createTestService()
  const drop = await service.createDrop({ tokenAmount: '0', maxAmount: '1000000', supply: 2_000 })
  const claim = (n: number) =>
    service.dropkit.claimRandomDrop(service.owner, { dropId: drop.id, userAddress: testWallet(n) })
  await Promise.all(Array.from({ length: 1_001 }, (_, n) => claim(n + 1)))
  const reads: number[] = []
  replaceMethod(service.ports.store, 'claimsInOrder', (claimsInOrder, ...asked) => {
    reads.push(asked[2])
    return claimsInOrder(...asked)
  })
  const data = await deletionOf(service, drop)
  expect(reads).toEqual([])
  expect(data).toMatchObject({
    dropId: drop.id,
    randomnessSeed: expect.any(String),
    orderHead: expect.any(String),
  })
  expect(data).not.toHaveProperty('draws')
  const listed = await service.dropkit.listClaims(service.owner, { dropId: drop.id }, { limit: 5 })
  expect(granted(listed).map(({ sequence }) => sequence)).toEqual([1_001, 1_000, 999, 998, 997])
})

test('the event of another drop’s deletion says nothing of draws', async () => {
  const service = await createTestService()
  const drop = await service.createDrop()
  granted(await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }))
  const data = await deletionOf(service, drop)
  expect(data).toMatchObject({ dropId: drop.id, claimedAmount: '10' })
  expect(Object.keys(data)).not.toContain('draws')
})

test('a deleted drop’s shortcode is free for another', async () => {
  const service = await createTestService()
  const drop = await service.createDrop({ shortcode: 'pepper' })
  granted(await service.dropkit.deleteDrop(service.owner, drop.id))
  expect((await service.createDrop({ shortcode: 'PEPPER' })).shortcode).toBe('PEPPER')
})

test('a drop is deleted once, by its creator, while it is paused too', async () => {
  const service = await createTestService()
  const { dropkit, owner, ports } = service
  const drop = await service.createDrop({ status: 'PAUSED' })
  const stranger = await service.callerOf('stranger')
  expect(refusalOf(await dropkit.deleteDrop(stranger, drop.id))).toBe('forbidden')
  for (const id of ['rain', `drop_${'0'.repeat(32)}`])
    expect(refusalOf(await dropkit.deleteDrop(owner, id))).toBe('not_found')
  const both = await Promise.all([dropkit.deleteDrop(owner, drop.id), dropkit.deleteDrop(owner, drop.id)])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(refusalOf(await dropkit.deleteDrop(owner, drop.id))).toBe('not_found')

  const { id } = await service.createDrop()
  ports.store.changeDrop = async (_id, _question, decide) => ({ ok: true, value: decide(null).result })
  expect(refusalOf(await dropkit.deleteDrop(owner, id))).toBe('not_found')
})

test('two servers that close a deleted drop’s vault send one transaction between them', async () => {
  const service = await createTestService()
  const { ports } = service
  const drop = await service.createDrop()
  granted(await service.dropkit.deleteDrop(service.owner, drop.id))
  let isAlone = true
  replaceMethod(ports.chain, 'prepare', async (prepare, action) => {
    const prepared = await prepare(action)
    // The other one begins and ends while this one has signed and not kept anything yet.
    if (isAlone) {
      isAlone = false
      await closeVault(ports, drop.id, null)
      ports.memoryChain.setOutage('down')
    }
    return prepared
  })
  await closeVault(ports, drop.id, null)
  expect((await service.reread(drop)).vault.kind).toBe('closed')
  expect(await openTransactionsOf(ports.store, drop.id)).toEqual([])
})

test('the vault of a deleted drop stays open for a draw that has to be delivered again', async () => {
  const service = await createTestService()
  const { ports } = service
  const { store, chain } = ports
  const drop = await service.createDrop({ tokenAmount: '0', supply: 100 })
  granted(
    await service.dropkit.claimRandomDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }),
  )
  await service.pass(20_000)
  granted(await service.dropkit.deleteDrop(service.owner, drop.id))
  const [claim] = (await store.dropState(drop.id, { allClaims: true }))?.claims.values() ?? []
  replaceMethod(chain, 'prepare', async (prepare, action) => {
    const waiting: Claim = { ...present(claim), state: { kind: 'PENDING', expiresAt: null } }
    await store.create({ update: { claims: [waiting] } })
    return prepare(action)
  })
  await closeVault(ports, drop.id, null)
  expect((await service.reread(drop)).vault.kind).toBe('open')
  expect(await openTransactionsOf(store, drop.id)).toEqual([])
})

const idNumber = (n: number) => idOf('drop', String(n).padStart(32, '0'))
const PRICE = {} as NonNullable<Drop['price']>
const priced = (most: number) =>
  createRememberedDrops<Pick<Drop, 'id' | 'price'>>(most, ({ price }) => price !== null)

test('a drop is known to have a price from when it is noted with one until it is noted without', () => {
  const drops = priced(9)
  const id = idNumber(1)
  expect(drops.has(id)).toBe(false)
  drops.note({ id, price: PRICE })
  expect(drops.has(id)).toBe(true)
  drops.note({ id, price: null })
  expect(drops.has(id)).toBe(false)
})

test('the cache is cleared when it is full', () => {
  const drops = priced(2)
  const ids = [idNumber(1), idNumber(2), idNumber(3)]
  const known = ids.map((id) => {
    drops.note({ id, price: PRICE })
    return ids.map((one) => drops.has(one))
  })
  expect(known).toEqual([
    [true, false, false],
    [true, true, false],
    [false, false, true],
  ])
})
