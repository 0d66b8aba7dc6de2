import { BudgetExceeded } from '@dropkit/core/internal'
import { expect, test } from 'vitest'
import { createRequestBudgets } from './request-budget.ts'

const budgets = createRequestBudgets({ rowsRead: 100, readMs: 50 })

test('nothing is counted before a request starts its budget, and after it has ended', async () => {
  let late: (() => unknown) | undefined
  await budgets.run(async (start) => {
    expect(budgets.current()).toBeUndefined()
    start()
    expect(budgets.current()?.remainingReadMs()).toBe(50)
    late = budgets.current
    setTimeout(() => expect(budgets.current()).toBeUndefined(), 5)
  })
  expect(late?.()).toBeUndefined()
})

test('a request that reads too many rows is refused with the limit, its value and the number of rows', () =>
  budgets.run(async (start) => {
    start()
    const budget = budgets.current()
    budget?.countRead({ rows: 100, ms: 1 })
    const refusal = expect.objectContaining({ limit: 'rowsRead', value: 100, asked: 101 })
    expect(() => budget?.countRead({ rows: 1, ms: 1 })).toThrow(refusal)
    expect(() => budget?.remainingReadMs()).toThrow(BudgetExceeded)
  }))

test('a request whose reads take too long starts no further read', () =>
  budgets.run(async (start) => {
    start()
    const budget = budgets.current()
    budget?.countRead({ rows: 1, ms: 30 })
    expect(budget?.remainingReadMs()).toBe(20)
    budget?.countRead({ rows: 1, ms: 30 })
    const refusal = expect.objectContaining({ limit: 'readMs', value: 50, asked: 60 })
    expect(() => budget?.remainingReadMs()).toThrow(refusal)
  }))
