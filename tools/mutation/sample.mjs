// Tries a random sample of an area's mutants, and estimates from it how many of all are killed.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/** The percentage of mutants that must be killed. */
export const goal = 90

/** The same in each clone, for the same seed. */
const placeOf = ({ fileName, location: { start, end }, mutatorName, replacement }) => {
  const path = relative(process.cwd(), fileName)
  const parts = [process.env['MUTATION_SEED'], path, start, end, mutatorName, replacement]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** The 95 % interval of a share (Wilson). It holds for small samples and for shares near 1. */
export function intervalOf(killed, tried) {
  const z = 1.96
  const [share, spread] = [killed / tried, (z * z) / tried]
  const middle = (share + spread / 2) / (1 + spread)
  const half = (z * Math.sqrt((share * (1 - share)) / tried + spread / (4 * tried))) / (1 + spread)
  return [middle - half, middle + half]
}

const checker = {
  async init() {},
  /** All mutants in one group, so that the sample has its size exactly. */
  group: async (mutants) => [mutants.map(({ id }) => id)],
  async check(mutants) {
    const places = new Map(mutants.map((mutant) => [mutant.id, placeOf(mutant)]))
    const last = [...places.values()].sort()[Number(process.env['MUTATION_SAMPLE']) - 1]
    return Object.fromEntries(
      [...places].map(([id, place]) => [
        id,
        last === undefined || place <= last
          ? { status: 'passed' }
          : { status: 'compileError', reason: 'Not in the sample.' },
      ]),
    )
  },
}

const percent = (share) => (share * 100).toFixed(1)

const reporter = {
  onMutationTestReportReady(_, { systemUnderTestMetrics: { metrics } }) {
    const { totalDetected: killed, totalValid: tried, compileErrors: others } = metrics
    const [from, to] = intervalOf(killed, tried)
    process.stdout.write(
      `${percent(killed / tried)} % of a sample of ${tried} from ${tried + others} mutants killed; of all ${percent(from)} to ` +
        `${percent(to)} % (95 % interval). Seed ${process.env['MUTATION_SEED']}.\n`,
    )
    // Not a number if no mutant was tried.
    if (!(to * 100 >= goal)) process.exitCode = 1
  },
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', value: checker },
  { kind: 'Reporter', name: 'sample', value: reporter },
]
