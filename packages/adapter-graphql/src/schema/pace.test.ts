import { describe, expect, it } from 'vitest'
import { connectionArrived } from '../limits/turns.ts'
import { createPace } from './pace.ts'

const ann = { owner: 'ann' }
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('the pace of answers', () => {
  it('lets a few objects start at once, and continues the others over turns of the event loop, in order', async () => {
    const pace = createPace(2)
    const seen: number[] = []
    const taken = Array.from({ length: 5 }, (_, n) => pace.take(ann, 1)?.then(() => seen.push(n)))
    expect(taken.map((turn) => turn === undefined)).toEqual([true, true, false, false, false])
    await nextTurn()
    expect(seen).toEqual([2, 3])
    await nextTurn()
    expect(seen).toEqual([2, 3, 4])
  })

  it('does not let a small answer wait for a large one', async () => {
    const pace = createPace(10)
    const [large, small] = [{ ...ann }, { ...ann }]
    let built = 0
    const building = Array.from({ length: 100 }, () => pace.take(large, 1)?.then(() => built++))
    await pace.take(small, 1)
    expect(built).toBeLessThan(10)
    await Promise.all(building)
    expect(built).toBe(90)
  })

  it('gives requests equal shares of each turn', async () => {
    const pace = createPace(6)
    const counts = new Map<object, number>()
    const requests = [{ ...ann }, { ...ann }, { ...ann }]
    const count = (request: object) => counts.set(request, (counts.get(request) ?? 0) + 1)
    pace.take({ ...ann }, 6)
    for (const request of requests)
      for (let n = 0; n < 10; n++) void pace.take(request, 1)?.then(() => count(request))
    await nextTurn()
    expect([...counts.values()]).toEqual([2, 2, 2])
  })

  it('lets an answer wait for one of another owner, not for all that this owner has asked for', async () => {
    const pace = createPace(10)
    let built = 0
    const building = Array.from({ length: 50 }, () => pace.take({ ...ann }, 10)?.then(() => built++))
    await pace.take({ owner: 'ben' }, 1)
    expect(built).toBeLessThanOrEqual(1)
    await Promise.all(building)
    expect(built).toBe(49)
  })

  it('leaves most turns in which connections come to single objects', async () => {
    const pace = createPace(100)
    let built = 0
    const building = Array.from({ length: 20 }, () => pace.take({ ...ann }, 100)?.then(() => built++))
    for (let turn = 0; turn < 50; turn++) {
      connectionArrived()
      expect(pace.take({ owner: 'ben' }, 1)).toBeUndefined()
      await nextTurn()
    }
    expect(built).toBeGreaterThanOrEqual(4)
    expect(built).toBeLessThanOrEqual(6)
    await Promise.all(building)
  })

  it('lets a few single objects of each owner pass in each turn, however much waits', async () => {
    const pace = createPace(100)
    for (let n = 0; n < 20; n++) void pace.take({ ...ann }, 100)
    const passed = (owner: string) =>
      Array.from({ length: 10 }, () => pace.take({ owner }, 1)).filter((turn) => turn === undefined).length
    expect(passed('ben')).toBe(4)
    await nextTurn()
    expect(passed('ben')).toBe(4)
    const owners = Array.from({ length: 20 }, (_, n) => passed(`owner ${n}`))
    expect(owners.reduce((sum, count) => sum + count, 0)).toBe(50 - 4)
    expect(pace.take({ owner: 'late' }, 2)).toBeDefined()
  })

  it('starts at once again when nothing waits', async () => {
    const pace = createPace(1)
    expect(pace.take(ann, 1)).toBeUndefined()
    await pace.take(ann, 5)
    await nextTurn()
    await nextTurn()
    expect(pace.take(ann, 1)).toBeUndefined()
  })
})
