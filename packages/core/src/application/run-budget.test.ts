import { expect, test } from 'vitest'
import { createRunBudget } from './run-budget.ts'

const measured = (maxItems = 3) => {
  const time = { clock: 0, elapsed: 0 }
  const budget = createRunBudget({
    clock: { now: () => time.clock },
    stopwatch: { elapsedMs: () => time.elapsed },
    maxItems,
    maxMs: 1_000,
  })
  return { time, budget }
}

test('a budget is spent after its items', () => {
  const { budget } = measured(3)
  budget.spend()
  expect([budget.itemsLeft, budget.isSpent()]).toEqual([2, false])
  budget.spend(2)
  expect([budget.itemsLeft, budget.isSpent()]).toEqual([0, true])
})

test('a budget is spent after its time, but not before the first item', () => {
  const { budget, time } = measured(3)
  time.elapsed = 5_000
  expect([budget.itemsLeft, budget.isSpent()]).toEqual([3, false])
  budget.spend()
  expect([budget.itemsLeft, budget.isSpent()]).toEqual([0, true])
})

test.each([3_600_000, -3_600_000])('a clock that jumps by %i ms does not change a budget', (jumpMs) => {
  const { budget, time } = measured(3)
  budget.spend()
  time.clock += jumpMs
  expect(budget.isSpent()).toBe(false)
  time.elapsed = 1_000
  expect(budget.isSpent()).toBe(true)
})

test('without a stopwatch the clock measures the run', () => {
  let now = 0
  const budget = createRunBudget({ clock: { now: () => now }, maxMs: 1_000 })
  budget.spend()
  now = 999
  expect(budget.isSpent()).toBe(false)
  now = 1_000
  expect(budget.isSpent()).toBe(true)
})
