// The crash tests in their short form, half of them in each run. Run the full form with `npm run crash-tests`
// (docs/testing.md).
import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { plantedShare, triedOf } from '../support/planted-share.ts'
import { ALL_RUNS } from './all-runs.ts'
import { mixedLoad } from './runs/mixed-load.ts'
import { soak } from './runs/soak.ts'

// Memory growth is not visible within a few seconds.
const SHORT_RUNS = ALL_RUNS.filter((run) => run !== soak && run !== mixedLoad)
const SHARES = 2
const tried = triedOf(SHORT_RUNS, SHARES)

describe(`${tried.length} of ${SHORT_RUNS.length} crash tests (PLANTED_SHARE=${plantedShare}; PLANTED_SHARE=all runs all)`, () => {
  it.each(tried)('$title: $mustHold', async ({ name, run }) => {
    const seed = randomInt(2 ** 31)
    const { violations } = await run({ size: 'short', seed, say: () => {}, isTimeUp: () => false })
    expect(violations, `npm run crash-tests -- --short --only ${name} --seed ${seed}`).toEqual([])
  })
})
