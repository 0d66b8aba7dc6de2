import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/instant.ts'

const HOUR_MS = DAY_MS / 24

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const analyticsOf = async (id: string, more: object = {}) => {
  const { dropkit, owner } = service
  return granted(await dropkit.readDropAnalytics(owner, { id, interval: 'HOUR', ...more }))
}

/** The points in which something happened. */
const eventful = ({ points }: Awaited<ReturnType<typeof analyticsOf>>) =>
  points.filter(({ views, wallets, tries, claims }) => views + wallets + tries + claims > 0)

describe('the analytics of a drop', () => {
  test('show how many visitors got how far, and why claims were refused', async () => {
    const { dropkit, owner, ports } = service
    const drop = await service.createDrop({ maxAmount: '20', tokenAmount: '10' })
    const stranger = await service.callerOf('stranger')
    const claim = (wallet: number) =>
      dropkit.claimDrop(owner, { dropId: drop.id, userAddress: testWallet(wallet) })
    const check = (wallet: number, caller = stranger) =>
      dropkit.checkEligibility(caller, { dropId: drop.id, walletAddress: testWallet(wallet) })
    for (let view = 0; view < 8; view++) dropkit.countView(drop)
    for (const wallet of [1, 1, 2]) await check(wallet)
    await check(3, owner)
    const drawn = await dropkit.claimRandomDrop(owner, { dropId: drop.id, userAddress: testWallet(5) })
    expect(granted(drawn)).toMatchObject({ kind: 'refused', refusal: { kind: 'wrong_operation' } })
    granted(await claim(1))
    granted(await claim(1))
    granted(await claim(2))
    for (const wallet of [3, 4]) expect(refusalOf(await claim(wallet))).toBe('drop_sold_out')
    const start = Math.floor(ports.clock.now() / HOUR_MS) * HOUR_MS
    expect(await analyticsOf(drop.id)).toMatchObject({ views: 0, wallets: 0, tries: 0, claims: 2 })
    await dropkit.flushCounts()
    const funnel = { views: 8, wallets: 2, tries: 6, claims: 2 }
    const hours = await analyticsOf(drop.id)
    expect(hours).toMatchObject({
      ...funnel,
      from: start - 47 * HOUR_MS,
      to: start + HOUR_MS,
      conversion: 25,
      refusals: [
        { kind: 'drop_sold_out', count: 2 },
        { kind: 'wrong_operation', count: 1 },
      ],
    })
    expect(hours.points).toHaveLength(48)
    expect(eventful(hours)).toEqual([{ at: start, ...funnel }])
    const days = await analyticsOf(drop.id, { interval: 'DAY' })
    expect(days.points).toHaveLength(30)
    expect(eventful(days)).toEqual([{ at: Math.floor(start / DAY_MS) * DAY_MS, ...funnel }])
  })

  test('are stored by the hour for two weeks, and by the day for longer', async () => {
    const { dropkit, ports } = service
    const drop = await service.createDrop()
    const day = Math.floor(ports.clock.now() / DAY_MS) * DAY_MS
    dropkit.countView(drop)
    ports.clock.advance(HOUR_MS)
    dropkit.countView(drop)
    await dropkit.flushCounts()
    dropkit.countView(drop)
    await dropkit.flushCounts()
    const range = { from: day, to: day + 2 * DAY_MS }
    expect(eventful(await analyticsOf(drop.id, range)).map(({ views }) => views)).toEqual([1, 2])
    await service.pass(15 * DAY_MS, 1)
    expect(await analyticsOf(drop.id, range)).toMatchObject({ views: 0, conversion: null })
    expect((await analyticsOf(drop.id, { ...range, interval: 'DAY' })).views).toBe(3)
    await service.pass(400 * DAY_MS, 1)
    expect((await analyticsOf(drop.id, { ...range, interval: 'DAY' })).views).toBe(0)
  })

  test('are for the owner only, of at most 200 intervals', async () => {
    const { dropkit, owner } = service
    const { id } = await service.createDrop()
    const draft = await service.createDrop({ status: 'DRAFT' })
    const stranger = await service.callerOf('stranger')
    const refused = async (caller = stranger, more: object = {}) =>
      refusalOf(await dropkit.readDropAnalytics(caller, { id, interval: 'HOUR', ...more }))
    expect(await refused()).toBe('forbidden')
    expect(await refused(stranger, { id: draft.id })).toBe('not_found')
    expect((await analyticsOf(id, { from: 1, to: 200 * HOUR_MS })).points).toHaveLength(200)
    expect(await refused(owner, { from: 0, to: 200 * HOUR_MS + 1 })).toBe('bad_user_input')
    expect(await refused(owner, { from: HOUR_MS, to: HOUR_MS })).toBe('bad_user_input')
    expect(await refused(owner, { from: -8_640_000_000_000_000, to: 0 })).toBe('bad_user_input')
  })
})
