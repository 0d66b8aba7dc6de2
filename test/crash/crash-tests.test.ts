// Crash runs in their short form; the full ones are `npm run crash-tests` (docs/testing.md).
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { ALL_RUNS } from './all-runs.ts'
import { soak } from './runs/soak.ts'

const TEST_LIMIT_MS = 120_000

// The soak shows nothing in a few seconds.
it.each(ALL_RUNS.filter((run) => run !== soak))(
  '$title: $mustHold',
  async ({ name, run }) => {
    const seed = randomInt(2 ** 31)
    const { faults } = await run({ size: 'short', seed, say: () => {}, isTimeUp: () => false })
    expect(faults, `npm run crash-tests -- --short --only ${name} --seed ${seed}`).toEqual([])
  },
  TEST_LIMIT_MS,
)
