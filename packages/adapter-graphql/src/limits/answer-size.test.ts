import { expect, test } from 'vitest'
import { createObjectMeter } from './answer-size.ts'

test('a field that goes on after its operation has ended takes no slot', async () => {
  for (let times = 0; times < 10; times++) {
    const late = createObjectMeter('ann')
    late.end()
    expect(() => late.count(1_000)).toThrow('the operation has ended')
    expect(late.slot()).toBeUndefined()
  }
  const next = createObjectMeter('ben')
  next.count(1_000)
  await next.slot()
  next.end()
})

test('a field that goes on after its operation has ended keeps no place', async () => {
  for (let times = 0; times < 10; times++) {
    const late = createObjectMeter('cid')
    late.end()
    late.leave()
    expect(() => late.place()).toThrow('the operation has ended')
  }
  const next = createObjectMeter('cid')
  await next.place()
  next.leave()
})

test('operations that wait for a place and get slots do not wait for those with places that need slots', async () => {
  const four = () => Array.from({ length: 4 }, () => createObjectMeter('dan'))
  const withPlaces = four()
  for (const meter of withPlaces) await meter.place()
  const withSlots = four()
  const places = withSlots.map((meter) => meter.place())
  for (const meter of withSlots) {
    meter.count(1_000)
    await meter.slot()
  }
  const slots = withPlaces.map((meter) => {
    meter.count(1_000)
    return meter.slot()
  })
  const begunAt = performance.now()
  await Promise.all(places)
  for (const meter of withSlots) {
    meter.end()
    meter.leave()
  }
  await Promise.all(slots)
  expect(performance.now() - begunAt).toBeLessThan(1_000)
  for (const meter of withPlaces) {
    meter.end()
    meter.leave()
  }
})
