import { expect, test } from 'vitest'
import { busiest, cumulated, windowOf } from './history.ts'

const point = (minute: number, claims: number) => ({
  at: `2026-06-01T12:0${minute}:00.000Z`,
  claims,
  amount: String(claims * 5),
})
const history = [point(0, 2), point(1, 0), point(2, 3)]

test('sums up to the number of claims there are now', () => {
  expect(cumulated(history, 12).map(({ claims }) => claims)).toEqual([9, 9, 12])
})

test('begins at nothing where all claims lie within', () => {
  expect(cumulated(history, 5).map(({ claims }) => claims)).toEqual([2, 2, 5])
})

test('never falls below nothing when the total is older than the points', () => {
  expect(cumulated(history, 3).map(({ claims }) => claims)).toEqual([2, 2, 5])
})

test('finds the interval with the most claims', () => {
  expect(busiest(history)).toEqual(point(2, 3))
})

test('finds no busiest interval where nothing was claimed', () => {
  expect(busiest([point(0, 0)])).toBeUndefined()
})

test('asks for the same window within one minute of the last hour', () => {
  const at = Date.parse('2026-06-01T12:00:10.000Z')
  expect(windowOf('hour', at)).toEqual(windowOf('hour', at + 40_000))
})

test('asks for everything without a beginning', () => {
  expect(windowOf('all', 0).from).toBeNull()
})
