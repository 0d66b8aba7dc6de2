import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../domain/address.ts'
import { BEACON_MARGIN_MS } from '../../domain/claim-order.ts'
import type { Drop } from '../../domain/drop.ts'
import { bytesOfHex, hexOfBytes } from '../../domain/encodings.ts'
import { idOf } from '../../domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/instant.ts'
import { entryStateOf, type LotteryDraw } from '../../domain/lottery.ts'
import { entryLeaf, orderKey } from '../../domain/lottery-list.ts'
import { merkleRoot, rootOfProof } from '../../domain/merkle.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Result } from '../../domain/result.ts'
import { createDropkit } from '../dropkit.ts'
import { proveEntry } from './lottery-entries.ts'

const WINDOW_SECONDS = 3_600
const WINDOW_MS = WINDOW_SECONDS * 1_000

let service: TestService
let closesAt: number

const terms = (supply = 2) => ({
  supply,
  maxAmount: String(10 * supply),
  tokenAmount: '10',
  admission: 'LOTTERY' as const,
  entriesCloseAt: closesAt,
  claimWindowSeconds: WINDOW_SECONDS,
})

beforeEach(async () => {
  service = await createTestService()
  closesAt = service.ports.clock.now() + DAY_MS
})

/** The whole refusal. */
function refusalOf(result: Result<unknown, Refusal>): Refusal {
  if (result.ok) throw new Error('it is not refused')
  return result.error
}
const enter = ({ id }: Drop, n: number) =>
  service.dropkit.enterDrop(service.owner, { dropId: id, userAddress: testWallet(n) })
const enterAll = async (drop: Drop, numbers: readonly number[]) => {
  for (const n of numbers) granted(await enter(drop, n))
}
const claim = ({ id }: Drop, wallet: string) =>
  service.dropkit.claimDrop(service.owner, { dropId: id, userAddress: wallet })
const entriesOf = async ({ id }: Drop) => {
  const wallets = (await service.ports.store.entriesByWallet(id, { limit: 1_000 })).map(
    ({ wallet }) => wallet,
  )
  const dropState = await service.ports.store.dropState(id, { entriesOf: wallets })
  return [...(dropState?.entries.values() ?? [])]
}
const lotteryOf = async (drop: Drop) => {
  const { lottery } = await service.reread(drop)
  if (lottery === null) throw new Error('a drop with a lottery')
  return lottery
}
const drawOf = async (drop: Drop) => (await lotteryOf(drop)).draw
const drawn = (draw: LotteryDraw) => {
  if (draw.kind !== 'DRAWN') throw new Error(`the lottery is ${draw.kind}`)
  return draw
}
const close = async () => {
  service.ports.clock.advance(closesAt - service.ports.clock.now())
  await service.pass(100)
}
/** Lets the entries close and the round be published, and runs the background work. */
const drawAll = async (drop: Drop) => {
  await close()
  await service.pass(2 * BEACON_MARGIN_MS + 3_000, 5)
  return drawn(await drawOf(drop))
}
/** The wallets in the order that was drawn. */
const ranking = async (drop: Drop) =>
  [...(await entriesOf(drop))]
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map((it) => it.wallet)
const lotteryEvents = () =>
  service.ports.memory.state.events.filter(({ type }) => type.startsWith('lottery.'))

describe('a drop with a lottery', () => {
  test('accepts one entry per wallet, and refuses claims until the draw', async () => {
    const drop = await service.createDrop(terms())
    const first = granted(await enter(drop, 1))
    service.ports.clock.advance(1_000)
    expect(granted(await enter(drop, 1)).entry).toEqual(first.entry)
    granted(await enter(drop, 2))
    expect(await lotteryOf(drop)).toMatchObject({ entries: 2, draw: { kind: 'OPEN' } })
    expect(refusalOf(await claim(drop, testWallet(1)))).toMatchObject({
      kind: 'not_admitted',
      entryState: { state: 'ENTRIES_OPEN', entriesCloseAt: closesAt },
    })
    await close()
    expect(refusalOf(await enter(drop, 3))).toEqual({ kind: 'entries_closed', closedAt: closesAt })
    expect(granted(await enter(drop, 1)).entry.enteredAt).toBe(first.entry.enteredAt)
    expect(refusalOf(await claim(drop, testWallet(1)))).toMatchObject({ entryState: { state: 'NOT_DRAWN' } })
    expect(refusalOf(await claim(drop, testWallet(3)))).toMatchObject({
      entryState: { state: 'NOT_ENTERED' },
    })
  })

  test('publishes the root over all entries before the round exists, and ranks them by both', async () => {
    const drop = await service.createDrop(terms())
    await enterAll(drop, [5, 3, 1, 4, 2])
    await close()
    const { hashes, beacon, clock } = service.ports
    const frozen = await drawOf(drop)
    if (frozen.kind !== 'FROZEN') throw new Error(`the lottery is ${frozen.kind}`)
    expect(await beacon.round(frozen.round)).toMatchObject({ ok: false, error: { kind: 'not_yet' } })
    expect(frozen.frozenAt).toBeLessThanOrEqual(clock.now())
    const wallets = (await entriesOf(drop)).map(({ wallet }) => wallet)
    const leaves = wallets.map((wallet) => entryLeaf(hashes.sha256, drop.id, wallet))
    expect(frozen.root).toBe(hexOfBytes(merkleRoot(hashes.sha256, leaves)))

    const draw = await drawAll(drop)
    const round = await beacon.round(draw.round)
    if (!round.ok) throw new Error('the round is published')
    expect(draw).toMatchObject({ root: frozen.root, round: frozen.round, signature: round.value.signature })
    const source = { dropId: drop.id, root: draw.root, randomness: round.value.randomness }
    const keyOf = (wallet: Address) => orderKey(hashes.sha256, source, wallet)
    const expected = wallets.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    expect(await ranking(drop)).toEqual(expected)
    expect(lotteryEvents().map(({ type, data }) => [type, data['entries'] ?? data['lastRank']])).toEqual([
      ['lottery.closed', 5],
      ['lottery.drawn', 5],
      ['lottery.admitted', 2],
    ])
  })

  test('gives every entry a proof that leads to the root, and a wallet that did not enter none', async () => {
    const drop = await service.createDrop(terms())
    await enterAll(drop, [1, 2, 3, 4, 5, 6, 7])
    expect(await service.dropkit.proveEntry(drop, granted(await enter(drop, 1)).entry)).toBeNull()
    expect(granted(await service.dropkit.listLotteryWallets(service.owner, { dropId: drop.id }))).toEqual([])
    const { root } = await drawAll(drop)
    const { sha256 } = service.ports.hashes
    const held = await service.reread(drop)
    const entries = await entriesOf(drop)
    for (const entry of entries) {
      const proof = await service.dropkit.proveEntry(held, entry)
      const path = proof?.path.map((hash) => bytesOfHex(hash) ?? new Uint8Array()) ?? []
      const leaf = entryLeaf(sha256, drop.id, entry.wallet)
      const reached = rootOfProof(sha256, leaf, { index: proof?.index ?? 0, size: proof?.size ?? 0, path })
      expect(reached && hexOfBytes(reached)).toBe(root)
    }
    expect(
      await proveEntry(service.ports, held, { ...entries[0], wallet: testWallet(99) } as never),
    ).toBeNull()
    const listed = await service.dropkit.listLotteryWallets(service.owner, { dropId: drop.id, limit: 4 })
    const rest = { dropId: drop.id, after: granted(listed).at(-1) }
    const further = await service.dropkit.listLotteryWallets(service.owner, rest)
    expect([...granted(listed), ...granted(further)]).toEqual(entries.map(({ wallet }) => wallet))
  })

  test('admits the drawn wallets, and no others', async () => {
    const drop = await service.createDrop(terms(2))
    await enterAll(drop, [1, 2, 3, 4])
    await drawAll(drop)
    const [first = '', second = '', third = '', fourth = ''] = await ranking(drop)
    expect(refusalOf(await claim(drop, third))).toMatchObject({ entryState: { state: 'WAITING', place: 1 } })
    expect(refusalOf(await claim(drop, fourth))).toMatchObject({ entryState: { state: 'WAITING', place: 2 } })
    granted(await claim(drop, second))
    granted(await claim(drop, first))
    expect(await service.reread(drop)).toMatchObject({ status: 'SOLD_OUT' })
  })

  test('moves the waiting list up by as many as did not claim in their window', async () => {
    const drop = await service.createDrop(terms(2))
    await enterAll(drop, [1, 2, 3, 4])
    const { waves } = await drawAll(drop)
    expect(waves).toMatchObject([{ firstRank: 1, lastRank: 2 }])
    const [first = '', second = '', third = '', fourth = ''] = await ranking(drop)
    const { voucher } = granted(await claim(drop, first))
    service.ports.memoryChain.wallet.claim(voucher)
    await service.pass(WINDOW_MS)
    expect(drawn(await drawOf(drop)).waves).toMatchObject([
      { firstRank: 1, lastRank: 2 },
      { firstRank: 3, lastRank: 3 },
    ])
    expect(refusalOf(await claim(drop, second))).toMatchObject({
      entryState: { state: 'WINDOW_ENDED', endedAt: waves[0]?.claimBy },
    })
    expect(refusalOf(await claim(drop, fourth))).toMatchObject({ entryState: { state: 'WAITING', place: 1 } })
    granted(await claim(drop, third))
  })

  test('admits the next wallet when a claim expires unused after everything was claimed', async () => {
    const drop = await service.createDrop(terms(1))
    await enterAll(drop, [1, 2])
    await drawAll(drop)
    const [first = '', second = ''] = await ranking(drop)
    granted(await claim(drop, first))
    await service.pass(WINDOW_MS, 4)
    expect(drawn(await drawOf(drop)).waves.at(-1)).toMatchObject({ firstRank: 2, lastRank: 2 })
    granted(await claim(drop, second))
  })

  test('gives winners a whole window again when the drop is resumed, so that no pause chooses them', async () => {
    const drop = await service.createDrop(terms(1))
    await enterAll(drop, [1, 2])
    await drawAll(drop)
    const [first = ''] = await ranking(drop)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    await service.pass(2 * WINDOW_MS)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ACTIVE' }))
    const resumedAt = service.ports.clock.now()
    await service.pass(MINUTE_MS)
    expect(drawn(await drawOf(drop)).waves).toMatchObject([{ lastRank: 1, claimBy: resumedAt + WINDOW_MS }])
    granted(await claim(drop, first))
  })

  test('shows winners as admitted while the drop is paused, even after their window', async () => {
    const drop = await service.createDrop(terms(1))
    await enterAll(drop, [1, 2])
    const { waves } = await drawAll(drop)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    await service.pass(2 * WINDOW_MS)
    const paused = await service.reread(drop)
    const stateOf = async (rank: number) =>
      entryStateOf(
        paused,
        (await entriesOf(drop)).find((one) => one.rank === rank),
        service.ports.clock.now(),
      )
    expect(await stateOf(1)).toEqual({ state: 'ADMITTED', claimBy: waves[0]?.claimBy })
    expect(await stateOf(2)).toEqual({ state: 'WAITING', place: 1 })
  })

  test('shows no window beyond the deadline of a drop, and no place on the waiting list once it is over', async () => {
    const drop = await service.createDrop(terms(1))
    await enterAll(drop, [1, 2])
    await drawAll(drop)
    const now = service.ports.clock.now()
    const stateAt =
      (changed: Partial<Drop>, at = now) =>
      async (rank: number) => {
        const entry = (await entriesOf(drop)).find((one) => one.rank === rank)
        return entryStateOf({ ...(await service.reread(drop)), ...changed }, entry, at)
      }
    // A drop of an earlier release can have such a deadline.
    const claimDeadline = now + MINUTE_MS
    expect(await stateAt({ claimDeadline })(1)).toEqual({ state: 'ADMITTED', claimBy: claimDeadline })
    expect(await stateAt({ claimDeadline })(2)).toEqual({ state: 'WAITING', place: 1 })
    const after = stateAt({ claimDeadline }, claimDeadline)
    expect(await after(1)).toEqual({ state: 'WINDOW_ENDED', endedAt: claimDeadline })
    for (const over of [
      after,
      stateAt({ status: 'ENDED' }),
      stateAt({ status: 'CANCELLED' }),
      stateAt({ deletedAt: now }),
    ])
      expect(await over(2)).toEqual({ state: 'WINDOW_ENDED', endedAt: null })
    expect(await stateAt({ status: 'CANCELLED' })(1)).toEqual({ state: 'WINDOW_ENDED', endedAt: null })
  })

  test('keeps no wallet waiting for a draw after the drop has ended, during the entries or after them', async () => {
    const drop = await service.createDrop(terms(1))
    await enterAll(drop, [1])
    const [entry] = await entriesOf(drop)
    const now = service.ports.clock.now()
    for (const at of [now, closesAt])
      for (const status of ['ENDED', 'CANCELLED'] as const)
        expect(entryStateOf({ ...(await service.reread(drop)), status }, entry, at)).toEqual({
          state: 'WINDOW_ENDED',
          endedAt: null,
        })
  })

  test('waits while the beacon is unreachable or forged, and draws once it is back', async () => {
    const drop = await service.createDrop(terms())
    await enterAll(drop, [1, 2, 3])
    const { beacon, jobs } = service.ports
    beacon.failure = { kind: 'unreachable', reason: 'no relay answers' }
    await close()
    await service.pass(DAY_MS)
    expect((await drawOf(drop)).kind).toBe('FROZEN')
    expect((await jobs.failing({ limit: 1, kind: 'run_lottery' }))[0]?.failure).toEqual({
      class: 'beacon_unavailable',
      reason: expect.stringContaining('no relay answers'),
    })
    beacon.failure = null
    await service.pass(MINUTE_MS)
    expect((await drawOf(drop)).kind).toBe('DRAWN')
  })

  test('draws once when two servers draw at the same time, and when each stops after every step', async () => {
    const drop = await service.createDrop(terms())
    await enterAll(drop, [1, 2, 3, 4, 5])
    service.ports.clock.advance(closesAt - service.ports.clock.now())
    for (let round = 0; round < 40; round++) {
      const request = {
        kind: 'run_lottery',
        subject: drop.id,
        ownerId: drop.creatorId,
        dueAt: service.ports.clock.now(),
      } as const
      await service.ports.jobs.request([request])
      // A server knows nothing of what an earlier one did but what is stored.
      const [one, other] = [createDropkit(service.ports), createDropkit(service.ports)]
      await Promise.all([one.runDueJobs(), other.runDueJobs()])
      service.ports.clock.advance(1_000)
    }
    const types = lotteryEvents().map(({ type }) => type)
    expect(types).toEqual(['lottery.closed', 'lottery.drawn', 'lottery.admitted'])
    expect((await entriesOf(drop)).map(({ rank }) => rank).sort()).toEqual([1, 2, 3, 4, 5])
  })

  test('draws nothing if there are no entries, or if the drop was cancelled', async () => {
    const [empty, cancelled] = [await service.createDrop(terms()), await service.createDrop(terms())]
    await enterAll(cancelled, [1])
    granted(await service.dropkit.updateDrop(service.owner, cancelled.id, { status: 'CANCELLED' }))
    expect(await drawAll(empty)).toMatchObject({ waves: [] })
    expect((await drawOf(cancelled)).kind).toBe('OPEN')
  })

  test('refuses to enter a drop without a lottery, one that is paused, and for a wallet that its rules keep out', async () => {
    const plain = await service.createDrop()
    expect(refusalOf(await enter(plain, 1))).toEqual({ kind: 'wrong_operation', use: 'claimDrop' })
    const drop = await service.createDrop(terms())
    const rules = [{ key: 'wallet_allowlist', operator: 'in', value: testWallet(1), description: 'friends' }]
    granted(await service.dropkit.updateGatingConfig(service.owner, drop.id, { isActive: true, rules }))
    expect(refusalOf(await enter(drop, 2))).toMatchObject({ kind: 'not_eligible' })
    granted(await enter(drop, 1))
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    expect(refusalOf(await enter(drop, 3))).toMatchObject({ kind: 'drop_not_active' })
    const unknownDrop = { dropId: idOf('drop', 'f'.repeat(32)), userAddress: testWallet(1) }
    expect(refusalOf(await service.dropkit.enterDrop(service.owner, unknownDrop))).toMatchObject({
      what: 'Drop',
    })
  })

  test.each([
    ['price', { price: 1 }],
    ['supply', { supply: null }],
    ['tokenAmount', { tokenAmount: null }],
    ['maxAmount', { maxAmount: '19' }],
    ['claimType', { claimType: 'STREAK' }],
    ['maxPerWallet', { maxPerWallet: 2 }],
    ['isLinkOnly', { isLinkOnly: true }],
    ['entriesCloseAt', { entriesCloseAt: null }],
    ['entriesCloseAt', { entriesCloseAt: 1 }],
    ['claimWindowSeconds', { claimWindowSeconds: 59 }],
    ['claimWindowSeconds', { claimWindowSeconds: 2_592_001 }],
    ['claimWindowSeconds', { claimWindowSeconds: 60.5 }],
    ['entriesCloseAt', { admission: 'FIRST_COME' }],
    ['admission', { admission: 'RAFFLE' }],
  ])('is refused with %s named when its terms are %o', async (field, wrong) => {
    const input = { ...terms(), ...wrong } as never
    const refusal = await service.createDrop(input).then(
      () => null,
      (error: unknown) => String(error),
    )
    expect(refusal).toContain(field)
  })

  test('leaves winners their whole time to claim before the deadline', async () => {
    const least = closesAt + WINDOW_MS
    await expect(service.createDrop({ ...terms(), claimDeadline: least - 1 })).rejects.toThrow(
      'claimDeadline',
    )
    const drop = await service.createDrop({ ...terms(), claimDeadline: least })
    const update = (changes: object) => service.dropkit.updateDrop(service.owner, drop.id, changes)
    expect(refusalOf(await update({ claimDeadline: least - 1 }))).toMatchObject({
      field: 'claimDeadline',
      reason: 'WINDOW_TOO_SHORT',
    })
    // A drop of an earlier release can have such a deadline, and its owner can change everything else.
    await service.ports.store.changeDrop(drop.id, {}, (state) => ({
      result: null,
      update: { drops: state ? [{ ...state.drop, claimDeadline: least - 1 }] : [] },
    }))
    granted(await update({ title: 'New' }))
  })

  test('keeps its terms once it has opened', async () => {
    const update = (id: string, input: object) => service.dropkit.updateDrop(service.owner, id, input)
    const drop = await service.createDrop(terms())
    for (const [field, input] of [
      ['admission', { admission: 'FIRST_COME' }],
      ['entriesCloseAt', { entriesCloseAt: closesAt + 1 }],
      ['claimWindowSeconds', { claimWindowSeconds: 61 }],
      ['supply', { supply: 1 }],
    ] as const)
      expect(refusalOf(await update(drop.id, input))).toMatchObject({ kind: 'bad_user_input', field })
    expect(await update(drop.id, { supply: 3, maxAmount: '30' })).toMatchObject({ ok: true })

    const draft = await service.createDrop({ ...terms(), status: 'DRAFT' })
    granted(await update(draft.id, { entriesCloseAt: closesAt + 1, claimWindowSeconds: 61 }))
    expect(await lotteryOf(draft)).toMatchObject({ entriesCloseAt: closesAt + 1, claimWindowMs: 61_000 })
    service.ports.clock.advance(2 * DAY_MS)
    expect(refusalOf(await update(draft.id, { status: 'ACTIVE' }))).toMatchObject({ field: 'entriesCloseAt' })
    // Only what the update changes or publishes has to be in the future.
    granted(await update(draft.id, { title: 'Still a draft' }))
    granted(await update(draft.id, { admission: 'FIRST_COME' }))
    expect((await service.reread(draft)).lottery).toBeNull()
  })
})

/** The order of a lottery with these requests to enter, in their order, each after some time. */
async function orderAfter(requests: readonly { readonly n: number; readonly afterMs: number }[]) {
  service = await createTestService()
  closesAt = service.ports.clock.now() + DAY_MS
  const drop = await service.createDrop(terms())
  for (const { n, afterMs } of requests) {
    service.ports.clock.advance(afterMs)
    granted(await enter(drop, n))
  }
  const { waves } = await drawAll(drop)
  return { wallets: await ranking(drop), waves, id: drop.id }
}

test('the order depends on neither the time, the order nor the number of requests to enter', async () => {
  const wallets = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 })
  const asked = wallets.chain((numbers) => {
    const requests = fc
      .array(fc.constantFrom(...numbers), { maxLength: 12 })
      .chain((more) =>
        fc.shuffledSubarray([...numbers, ...more], { minLength: numbers.length + more.length }),
      )
    return fc.tuple(
      fc.constant(numbers),
      requests,
      fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 20, maxLength: 20 }),
    )
  })
  await fc.assert(
    fc.asyncProperty(asked, async ([numbers, order, delays]) => {
      const once = await orderAfter(numbers.map((n) => ({ n, afterMs: 0 })))
      const often = await orderAfter(order.map((n, index) => ({ n, afterMs: delays[index] ?? 0 })))
      expect(often).toEqual(once)
    }),
    { numRuns: 15 },
  )
})
