import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, test } from 'vitest'
import { connectionArrived, createLendingSlots, createTurns } from './turns.ts'

it('continues a number of tasks per turn of the event loop, in order, with other work in between', async () => {
  const turns = createTurns(3)
  const seen: (number | string)[] = []
  const going = Array.from({ length: 8 }, async (_, n) => {
    await turns.next()
    seen.push(n)
  })
  const between = () => {
    seen.push('another')
    if (seen.length < 10) setImmediate(between)
  }
  setImmediate(between)
  await Promise.all(going)
  expect(seen.slice(0, 10)).toEqual([0, 1, 2, 'another', 3, 4, 5, 'another', 6, 7])
})

it('leaves nine of ten turns to others while a connection comes in each, because Node accepts one in each', async () => {
  const turns = createTurns(1, { isLargeWork: true })
  let continued = 0
  const going = Array.from({ length: 8 }, () => turns.next().then(() => continued++))
  for (let turn = 0; turn < 50; turn++) {
    connectionArrived()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(continued).toBeGreaterThanOrEqual(4)
  expect(continued).toBeLessThanOrEqual(6)
  await Promise.all(going)
})

test('as many tasks run as there are slots, and owners take turns, those without a task first', async () => {
  const slots = createLendingSlots({ count: 2, longestMs: 60_000 })
  const begun: string[] = []
  const leaves: (() => void)[] = []
  const take = (owner: string) =>
    slots.take(owner).then((leave) => {
      begun.push(owner)
      leaves.push(leave)
    })
  for (let n = 0; n < 5; n++) void take('large')
  void take('small')
  await sleep(0)
  expect(begun).toEqual(['large', 'large'])
  for (let n = 0; n < 4; n++) {
    leaves[n]?.()
    leaves[n]?.()
    await sleep(0)
  }
  expect(begun).toEqual(['large', 'large', 'small', 'large', 'large', 'large'])
})

test('an owner whose tasks do not end leaves slots to others', async () => {
  const slots = createLendingSlots({ count: 2, countOfOwner: 1, longestMs: 60_000 })
  const leave = await slots.take('stuck')
  const second = slots.take('stuck')
  const others = Array.from({ length: 3 }, () => slots.take('other').then((leaveOther) => leaveOther()))
  await Promise.all(others)
  leave()
  await second
})

test('an owner without a slot does not wait for the slow tasks of a few others, which get no more slots for it', async () => {
  const slots = createLendingSlots({ count: 4, countOfOwner: 3, longestMs: 60_000 })
  let stuck = 0
  for (let n = 0; n < 10; n++) for (const owner of ['one', 'two']) void slots.take(owner).then(() => stuck++)
  for (const owner of ['third', 'fourth', 'third', 'fifth', 'sixth', 'seventh']) {
    const begun = performance.now()
    const leave = await slots.take(owner)
    expect(performance.now() - begun).toBeLessThan(5_000)
    leave()
  }
  await sleep(300)
  expect(stuck).toBe(6)
})

test('at most twice as many tasks as slots run, however many owners have slow ones', async () => {
  const slots = createLendingSlots({ count: 2, countOfOwner: 1, longestMs: 60_000 })
  const leaves: (() => void)[] = []
  for (let n = 0; n < 8; n++) void slots.take(`owner ${n}`).then((leave) => leaves.push(leave))
  await expect.poll(() => leaves.length).toBe(4)
  await sleep(600)
  expect(leaves).toHaveLength(4)
  leaves[0]?.()
  await expect.poll(() => leaves.length).toBe(5)
})

test('a slot that is not given back is taken away', async () => {
  const slots = createLendingSlots({ count: 1, longestMs: 20 })
  const late = await slots.take('stuck')
  const leave = await slots.take('other')
  late()
  let isTaken = false
  void slots.take('third').then(() => {
    isTaken = true
  })
  await sleep(0)
  expect(isTaken).toBe(false)
  leave()
  await sleep(0)
  expect(isTaken).toBe(true)
})
