import { createRunBudget, type JobRun } from '../src/application/run-budget.ts'

/** A run of a job that begins with `memo` and is never short of time. */
export const testRun = (memo: string | null = null, maxItems = 500): JobRun => ({
  memo,
  attempts: 1,
  budget: createRunBudget({ clock: { now: () => 0 }, maxItems }),
})
