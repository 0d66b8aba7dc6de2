import { beforeEach, expect, it } from 'vitest'
import { createServiceClock } from './service-clock.ts'

const SERVICE_MS = 1_900_000_000_000

let monotonicMs: number
let machineMs: number
const pass = (ms: number) => {
  monotonicMs += ms
  machineMs += ms
}
const create = (atMonotonicMs: number) =>
  createServiceClock(
    { serviceMs: SERVICE_MS, atMonotonicMs },
    () => monotonicMs,
    () => machineMs,
  )

beforeEach(() => {
  monotonicMs = 4_000
  machineMs = 1_800_000_000_000
})

it('includes the time that scripts took to load after the answer', () => {
  expect(create(300).now()).toBe(SERVICE_MS + 3_700)
})

it('advances with the page, for any clock of the visitor', () => {
  const clock = create(monotonicMs)
  pass(5_000)
  machineMs += 3_600_000
  expect(clock.now()).toBe(SERVICE_MS + 5_000)
  machineMs -= 7_200_000
  expect([clock.now(), clock.latest()]).toEqual([SERVICE_MS + 5_000, SERVICE_MS + 5_000])
})

it('is in doubt after a sleep, until it hears the service again', () => {
  const clock = create(monotonicMs)
  pass(60_000)
  expect(clock.isInDoubt()).toBe(false)
  machineMs += 600_000
  expect([clock.isInDoubt(), clock.latest()]).toEqual([true, SERVICE_MS + 660_000])
  clock.hear(SERVICE_MS + 659_000, monotonicMs - 40)
  expect([clock.isInDoubt(), clock.now()]).toEqual([false, SERVICE_MS + 659_040])
})
