import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { isUndrawn } from '../../domain/claim.ts'
import { BEACON_MARGIN_MS, revealTimeOf } from '../../domain/claim-order.ts'
import { parseDrawRecord } from '../../domain/draw-record.ts'
import { verifyDraws } from '../../domain/draw-verifier.ts'
import type { Drop } from '../../domain/drop.ts'
import { hexOfBytes } from '../../domain/encodings.ts'
import { createDropkit } from '../dropkit.ts'
import { openSeed } from '../drops/create-drop.ts'

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const TERMS = { tokenAmount: '0', maxAmount: '1000', supply: 5, randomness: 'BEACON' } as const

const draw = async ({ id }: Drop, n: number, dropkit = service.dropkit) =>
  granted(await dropkit.claimRandomDrop(service.owner, { dropId: id, userAddress: testWallet(n) }))
const claimsOf = ({ id }: Drop) => service.ports.store.claimsInOrder(id, 0, 1_000)

/** Advances time until the rounds of all claims are published, and runs the background work. */
const reveal = () => service.pass(2 * BEACON_MARGIN_MS + 3_000)

const recordOf = async (drop: Drop) => {
  const stored = await service.reread(drop)
  if (stored.award.kind !== 'random') throw new Error('a random drop')
  return {
    dropId: stored.id,
    pool: stored.pool,
    supply: stored.supply,
    commitment: stored.award.commitment,
    seed: hexOfBytes(openSeed(service.ports.secrets, stored.id, stored.award.seed)),
    beacon: stored.award.beacon,
    orderHead: stored.tally.order?.head ?? null,
    draws: await claimsOf(drop),
  }
}
const verify = (record: Parameters<typeof verifyDraws>[0]) =>
  verifyDraws(record, {
    ...service.ports.hashes,
    verifyRound: (_chain, round) => service.ports.beacon.verify(round),
  })
const verified = async (drop: Drop) => verify(await recordOf(drop))

/** The result of the verifier for a text: an event, or a list of events. */
const verifiedText = (json: unknown) => {
  const record = parseDrawRecord(JSON.stringify(json))
  return record.ok ? verify(record.value) : record.error
}

describe('a drop with a beacon', () => {
  test('answers a claim at once without an amount, and draws and delivers it when its round is published', async () => {
    const drop = await service.createDrop(TERMS)
    const madeAt = service.ports.clock.now()
    const answer = await draw(drop, 1)
    const { claim } = answer
    if (claim === null) throw new Error('there is a claim')
    expect(answer.kind).toBe('drawn')
    expect(claim).toMatchObject({ sequence: 1, amount: 0n, state: { kind: 'PENDING' } })
    expect(isUndrawn(claim)).toBe(true)
    const revealsAt = revealTimeOf(drop, claim)
    expect(revealsAt).toBeGreaterThanOrEqual(madeAt + BEACON_MARGIN_MS)
    expect(revealsAt).toBeLessThan(madeAt + BEACON_MARGIN_MS + service.ports.beacon.chain.periodMs)

    await service.runJobs()
    expect(await claimsOf(drop)).toEqual([claim])
    await reveal()
    const [drawn] = await claimsOf(drop)
    expect(drawn?.amount).toBeGreaterThan(0n)
    expect(drawn).toMatchObject({ state: { kind: 'CONFIRMED' }, draw: { round: claim.draw?.round } })
    expect((await service.reread(drop)).tally.reservedAmount).toBe(drawn?.amount)
  })

  test('gives out its whole pool, and every amount can be verified', async () => {
    const drop = await service.createDrop(TERMS)
    for (const n of [1, 2, 3, 4, 5]) {
      await draw(drop, n)
      service.ports.clock.advance(1_700)
    }
    expect(await verified(drop)).toMatchObject({ kind: 'incomplete', undrawn: 5, total: 0n, ordered: 5 })
    await reveal()
    const check = await verified(drop)
    expect(check).toMatchObject({ kind: 'verified', draws: 5, total: 1000n, undrawn: 0, ordered: 5 })
    expect(check.kind === 'verified' && check.rounds).toBeGreaterThan(1)
    const types = service.ports.memory.state.events.map(({ type }) => type)
    expect(types.filter((type) => type === 'claim.revealed')).toHaveLength(5)
    expect(types.indexOf('drop.sold_out')).toBeLessThan(types.indexOf('claim.revealed'))
  })

  test('gives a wallet that asks again the same claim, before its amount is drawn and afterwards', async () => {
    const drop = await service.createDrop(TERMS)
    const { claim } = await draw(drop, 1)
    expect(await draw(drop, 1)).toMatchObject({
      kind: 'refused',
      refusal: { kind: 'already_claimed' },
      claim,
    })
    await reveal()
    const [drawn] = await claimsOf(drop)
    expect(await draw(drop, 1)).toMatchObject({ kind: 'refused', claim: drawn })
  })

  test('waits while the beacon is unreachable, late or forged, says why, and draws once it is back', async () => {
    const { beacon } = service.ports
    const drop = await service.createDrop(TERMS)
    await draw(drop, 1)
    const failureNow = async () =>
      (await service.ports.jobs.failing({ limit: 10, kind: 'reveal_claims' }))[0]?.failure
    beacon.failure = { kind: 'unreachable', reason: 'no relay answers' }
    await reveal()
    expect(await failureNow()).toEqual({
      class: 'beacon_unavailable',
      reason: expect.stringContaining('no relay'),
    })
    beacon.failure = { kind: 'forged', reason: 'a relay lies' }
    await service.pass(60_000, 12)
    expect(await failureNow()).toMatchObject({ reason: expect.stringContaining('a relay lies') })
    beacon.failure = null
    beacon.lateMs = 600_000
    await service.pass(60_000, 12)
    expect(await failureNow()).toMatchObject({ reason: expect.stringContaining('is late') })
    expect((await claimsOf(drop)).every(isUndrawn)).toBe(true)
    beacon.lateMs = 0
    await service.pass(60_000, 12)
    expect((await claimsOf(drop)).map(({ state }) => state.kind)).toEqual(['CONFIRMED'])
    expect(await verified(drop)).toMatchObject({ kind: 'verified', undrawn: 0 })
  })

  test('is drawn once when two servers draw at the same time', async () => {
    const drop = await service.createDrop({ ...TERMS, supply: 50 })
    for (let n = 1; n <= 50; n++) await draw(drop, n)
    service.ports.clock.advance(20_000)
    const other = createDropkit(service.ports)
    const dueAt = service.ports.clock.now()
    for (let round = 0; round < 20; round++) {
      await service.ports.jobs.request([
        { kind: 'reveal_claims', subject: drop.id, ownerId: drop.creatorId, dueAt },
      ])
      await Promise.all([service.dropkit.runDueJobs(), other.runDueJobs()])
    }
    await service.pass(20_000)
    expect(await verified(drop)).toMatchObject({ kind: 'verified', draws: 50, total: 1000n, undrawn: 0 })
    const revealed = service.ports.memory.state.events.filter(({ type }) => type === 'claim.revealed')
    expect(revealed).toHaveLength(50)
  })

  test.each([
    ['cancelled', (id: string) => service.dropkit.updateDrop(service.owner, id, { status: 'CANCELLED' })],
    ['ended', (id: string) => service.dropkit.updateDrop(service.owner, id, { status: 'ENDED' })],
    ['deleted', (id: string) => service.dropkit.deleteDrop(service.owner, id)],
  ] as const)(
    'still draws and delivers its claims after it is %s, and only then closes its vault',
    async (state, end) => {
      const drop = await service.createDrop(TERMS)
      await service.pass(1_000)
      for (const n of [1, 2]) await draw(drop, n)
      const ended = await end(drop.id)
      expect(ended.ok).toBe(true)
      await service.runJobs()
      expect((await service.reread(drop)).vault.kind).toBe('open')
      await service.pass(60_000, 20)
      const claims = await claimsOf(drop)
      expect(claims.map((claim) => claim.state.kind)).toEqual(['CONFIRMED', 'CONFIRMED'])
      expect((await service.reread(drop)).vault.kind).toBe(state === 'ended' ? 'open' : 'closed')
      expect(await verified(drop)).toMatchObject({ kind: 'verified', draws: 2, undrawn: 0 })
    },
  )

  test('is deleted before its draws: the event has no amounts, and is verified with the amounts drawn later', async () => {
    const drop = await service.createDrop(TERMS)
    for (const n of [1, 2]) await draw(drop, n)
    await reveal()
    const [drawnFirst] = await claimsOf(drop)
    await draw(drop, 3)
    await service.pass(BEACON_MARGIN_MS - 1_000)
    await draw(drop, 4)
    const early = (await claimsOf(drop)).slice(0, 2)
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    const [event] = await service.ports.store.events({ dropId: drop.id, types: ['drop.deleted'], limit: 9 })
    expect(drawnFirst?.amount).toBeGreaterThan(0n)
    const sum = early.reduce((total, { amount }) => total + amount, 0n)
    expect(event?.data).toMatchObject({
      claimedAmount: String(sum),
      draws: [
        ...early.map(({ amount, sequence }) => ({ sequence, amount: String(amount) })),
        ...[3, 4].map((sequence) => ({ sequence, amount: null, round: expect.any(Number) })),
      ],
    })
    expect(verifiedText(event)).toMatchObject({ kind: 'incomplete', draws: 4, total: sum, undrawn: 2 })

    await service.pass(60_000, 20)
    const total = (await service.reread(drop)).tally.reservedAmount
    const events = await service.ports.store.events({ dropId: drop.id, limit: 100 })
    expect(verifiedText(events)).toMatchObject({ kind: 'verified', draws: 4, total, undrawn: 0, ordered: 4 })
    const claims = (await claimsOf(drop)).map(({ sequence, amount, draw: drawn }) => ({
      sequence,
      amount: String(amount),
      beaconSignature: drawn?.signature ?? null,
    }))
    expect(verifiedText({ ...event, claims })).toMatchObject({ kind: 'verified', total, undrawn: 0 })
    const other = claims.map((one) => (one.sequence === 3 ? { ...one, amount: `${one.amount}0` } : one))
    expect(verifiedText({ ...event, claims: other })).toMatchObject({
      kind: 'invalid',
      error: { kind: 'wrong_amount', sequence: 3 },
    })
  })

  test('draws a paid item with each call, and every item that is still held keeps at least 1', async () => {
    const drop = await service.createDrop({ ...TERMS, maxAmount: '5', price: 1 })
    for (const n of [1, 2, 3]) {
      const input = { dropId: drop.id, walletAddress: testWallet(n), paymentMethod: 'SUI' }
      const intent = granted(await service.dropkit.createPaymentIntent(service.owner, input))
      const txHash = service.pay(intent)
      granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
    }
    for (const n of [1, 2]) await draw(drop, n)
    await reveal()
    await draw(drop, 3)
    await reveal()
    expect((await claimsOf(drop)).map(({ amount }) => amount)).toEqual([1n, 1n, 1n])
    expect(await verified(drop)).toMatchObject({ kind: 'verified', draws: 3 })
  })

  test('reports a different beacon of the server, and draws nothing', async () => {
    const drop = await service.createDrop(TERMS)
    await draw(drop, 1)
    const { beacon } = service.ports
    const other = { ...beacon, chain: { ...beacon.chain, hash: 'aa'.repeat(32) } }
    service.ports.clock.advance(20_000)
    await createDropkit({ ...service.ports, beacon: other }).runDueJobs()
    expect((await claimsOf(drop)).every(isUndrawn)).toBe(true)
    const [failing] = await service.ports.jobs.failing({ limit: 1, kind: 'reveal_claims' })
    expect(failing?.failure.reason).toContain('aa'.repeat(32))
  })
})

describe('randomness', () => {
  const create = (terms: object) =>
    service.dropkit.createDrop(service.owner, {
      title: 'Pepper',
      type: 'TOKEN',
      claimType: 'REGULAR',
      existingTokenId: service.tokenId,
      ...TERMS,
      ...terms,
    })

  test.each([
    ['without a supply', { supply: null }, 'supply'],
    ['with a fixed amount', { tokenAmount: '10' }, 'randomness'],
    ['with an amount that the claimer names', { tokenAmount: null }, 'randomness'],
    ['that is neither', { randomness: 'DICE' }, 'randomness'],
  ])('BEACON is refused %s, by the field', async (_, terms, field) => {
    const refused = await create(terms)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'bad_user_input', field } })
  })

  test('BEACON is refused by a service without a beacon', async () => {
    const { beacon: _, ...ports } = service.ports
    const input = {
      title: 'P',
      type: 'TOKEN',
      claimType: 'REGULAR',
      existingTokenId: service.tokenId,
    } as const
    expect(refusalOf(await createDropkit(ports).createDrop(service.owner, { ...input, ...TERMS }))).toBe(
      'bad_user_input',
    )
  })

  test('changes while the drop is a DRAFT, and not afterwards', async () => {
    const drop = granted(await create({ status: 'DRAFT', randomness: 'INSTANT' }))
    const update = (randomness: 'INSTANT' | 'BEACON', more = {}) =>
      service.dropkit.updateDrop(service.owner, drop.id, { randomness, ...more })
    const beaconOf = ({ award }: Drop) => award.kind === 'random' && award.beacon
    expect(beaconOf(granted(await update('BEACON')))).toEqual(service.ports.beacon.chain)
    expect(beaconOf(granted(await update('INSTANT')))).toBeNull()
    expect(beaconOf(granted(await update('BEACON', { status: 'ACTIVE' })))).toEqual(
      service.ports.beacon.chain,
    )
    expect(await update('INSTANT')).toMatchObject({ ok: false, error: { field: 'randomness' } })
    // Otherwise, a second change back to "0" would give it INSTANT.
    for (const tokenAmount of ['5', null])
      expect(await service.dropkit.updateDrop(service.owner, drop.id, { tokenAmount })).toMatchObject({
        ok: false,
        error: { field: 'tokenAmount' },
      })
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { tokenAmount: '0' }))
    expect((await update('BEACON')).ok).toBe(true)
  })
})
