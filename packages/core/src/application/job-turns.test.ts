import { describe, expect, test } from 'vitest'
import { idOf, type UserId } from '../domain/ids.ts'
import type { Job, JobKind } from '../ports/index.ts'
import { createJobTurns } from './job-turns.ts'

const owner = (n: number): UserId => idOf('user', n.toString(16).padStart(32, '0'))

let made = 0
const job = (ownerId: UserId | null, dueAt = 0, kind: JobKind = 'expire_claims'): Job => {
  const id = idOf('job', (++made).toString(16).padStart(32, '0'))
  return { id, kind, subject: id, ownerId, dueAt, fence: 1, attempts: 1, memo: null }
}
const many = (ownerId: UserId) => Array.from({ length: 50 }, () => job(ownerId))
const countsOf = (jobs: readonly Job[]) =>
  Object.fromEntries([...Map.groupBy(jobs, ({ ownerId }) => ownerId)].map(([id, own]) => [id, own.length]))
const [A, B, C] = [owner(1), owner(2), owner(3)]

describe('the turns of owners', () => {
  test('give one job of each owner at a time, the longest due first', () => {
    const [late, early] = [job(A, 2), job(A, 1)]
    const other = job(B, 3)
    expect(createJobTurns().admission([]).inTurn([late, early, other])).toEqual([early, other, late])
  })

  test('begin with the owner that has the fewest jobs under way, then with the one that waited longest', () => {
    const turns = createJobTurns()
    turns.taken([job(A), job(B)])
    const waiting = [job(A), job(B), job(C)]
    const order = (underWay: readonly Job[]) =>
      turns
        .admission(underWay)
        .inTurn(waiting)
        .map(({ ownerId }) => ownerId)
    expect(order([])).toEqual([C, A, B])
    expect(order([job(C), job(A)])).toEqual([B, C, A])
  })

  test('leave a slot of a kind for a third owner while two have many jobs', () => {
    const turns = createJobTurns()
    const ofOne = turns.admission([]).inTurn(many(A))
    expect(countsOf(ofOne)).toEqual({ [A]: 7 })
    const ofTwo = turns.admission(ofOne).inTurn([...many(A), ...many(B)])
    expect(countsOf(ofTwo)).toEqual({ [B]: 2 })
    const underWay = [...ofOne, ...ofTwo]
    expect(turns.admission(underWay).except).toEqual([])
    expect(countsOf(turns.admission(underWay).inTurn([...many(A), ...many(B), job(C)]))).toEqual({ [C]: 1 })
  })

  test('run the work of the service before that of users, whatever work users have open', () => {
    const own = job(null, 9)
    const underWay = createJobTurns().admission([]).inTurn(many(A))
    expect(
      createJobTurns()
        .admission(underWay)
        .inTurn([job(B), own])[0],
    ).toBe(own)
  })

  test('leave out a kind with ten jobs under way', () => {
    const underWay = Array.from({ length: 10 }, (_, n) => job(owner(n)))
    expect(createJobTurns().admission(underWay).except).toEqual(['expire_claims'])
  })
})
