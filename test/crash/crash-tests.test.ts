// The crash tests in their short form. Run the full form with `npm run crash-tests` (docs/testing.md).
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { ALL_RUNS } from './all-runs.ts'
import { mixedLoad } from './runs/mixed-load.ts'
import { soak } from './runs/soak.ts'

const TEST_LIMIT_MS = 120_000

// Memory growth is not visible within a few seconds.
it.each(ALL_RUNS.filter((run) => run !== soak && run !== mixedLoad))(
  '$title: $mustHold',
  async ({ name, run }) => {
    const seed = randomInt(2 ** 31)
    const { violations } = await run({ size: 'short', seed, say: () => {}, isTimeUp: () => false })
    expect(violations, `npm run crash-tests -- --short --only ${name} --seed ${seed}`).toEqual([])
  },
  TEST_LIMIT_MS,
)
