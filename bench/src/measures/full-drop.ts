import { dropkit } from '../contestants/dropkit.ts'
import { newClaims } from '../load/run-load.ts'
import { type Memory, watchMemory } from '../processes/resource-usage.ts'
import { alternate } from './alternate.ts'
import {
  checkClaims,
  type Measure,
  type MeasureContext,
  type MeasureResult,
  newStore,
  type Series,
  spreadOf,
  startAll,
  stopAll,
} from './measure.ts'

type Database = 'sqlite' | 'postgres'

const FEW = 1_000
const MANY = 1_000_000
/** The short form has no time to fill a larger store, and says so in its notes. */
const MANY_IN_SHORT = 50_000
const CONNECTIONS = 64
const MEGABYTE = 1_000_000

/** The results of loading two servers: one with few claims on its drop, and one with many. */
interface FullDrop {
  readonly few: Series
  readonly many: Series
  readonly peak: Memory
  readonly end: Memory
}

/** Filling a store takes longer than loading it, so two rows share one load. */
const loaded = new Map<Database, Promise<FullDrop>>()

const loadBoth = (context: MeasureContext, database: Database): Promise<FullDrop> => {
  const known = loaded.get(database)
  if (known) return known
  const made = compare(context, database)
  loaded.set(database, made)
  return made
}

const manyIn = ({ short }: MeasureContext): number => (short ? MANY_IN_SHORT : MANY)

const notesOn = (context: MeasureContext): readonly string[] =>
  context.short ? [`The short form has ${MANY_IN_SHORT} claims on the drop, not ${MANY}.`] : []

const compare = async (context: MeasureContext, database: Database): Promise<FullDrop> => {
  const claims = manyIn(context)
  const start = async (existingClaims: number) => {
    context.say(`a drop on ${database} with ${existingClaims} claims`)
    return dropkit.start({ ...(await newStore(context, database)), drops: 1, existingClaims })
  }
  const running = await startAll([start(FEW), start(claims)])
  try {
    const [few, many] = running
    if (!few || !many) throw new Error('two servers were started')
    const watch = watchMemory(many.pid)
    const [first, second] = await alternate(context, {
      contestants: [
        { ...few, name: `${FEW} claims` },
        { ...many, name: `${claims} claims` },
      ],
      connections: CONNECTIONS,
      bodiesFor: (one) => newClaims(one),
    }).finally(() => watch.stop())
    const { peak, end } = watch.stop()
    if (!first || !second) throw new Error('two servers were loaded')
    await checkClaims(few, FEW + first.accepted)
    await checkClaims(many, claims + second.accepted)
    return { few: first.series, many: second.series, peak, end }
  } finally {
    await stopAll(running)
  }
}

const rateOn = async (context: MeasureContext, database: Database): Promise<MeasureResult> => {
  const { few, many } = await loadBoth(context, database)
  return {
    figure: spreadOf(many.rounds.map((rate, round) => rate / (few.rounds[round] ?? Number.NaN))),
    series: [few, many],
    notes: [
      ...notesOn(context),
      `${CONNECTIONS} connections; the claims that were there lie all over the index, as those of real wallets do.`,
    ],
  }
}

const memoryOn = async (context: MeasureContext, database: Database): Promise<MeasureResult> => {
  const { many, peak, end } = await loadBoth(context, database)
  const inMegabytes = ({ resident, anonymous, ofFiles }: Memory, when: string) => ({
    [`${when}: resident MB`]: resident / MEGABYTE,
    [`${when}: its own MB`]: anonymous / MEGABYTE,
    [`${when}: pages of files MB`]: ofFiles / MEGABYTE,
  })
  const figure = peak.resident / MEGABYTE
  return {
    figure: spreadOf([figure]),
    series: [
      {
        contestant: many.contestant,
        unit: 'MB',
        rounds: [figure],
        spread: spreadOf([figure]),
        details: {
          ...inMegabytes(peak, 'peak'),
          ...inMegabytes(end, 'end'),
          'claims a second': many.spread.median,
        },
      },
    ],
    notes: [
      'The most that the server process had at one moment, as the kernel counts it, looked at every 50 ms.',
    ],
  }
}

const RATE = {
  unit: '×',
  goal: 0.95,
  stretch: 1,
  higherIsBetter: true,
}

/** Measures whether a drop becomes slower as it fills. */
export const fullDropOnSqlite: Measure = {
  name: 'full-drop-sqlite',
  title: 'Rate with 1,000,000 claims on the drop ÷ with 1,000, on SQLite',
  ...RATE,
  run: (context) => rateOn(context, 'sqlite'),
}

export const fullDropOnPostgres: Measure = {
  name: 'full-drop-postgres',
  title: 'Rate with 1,000,000 claims on the drop ÷ with 1,000, on Postgres',
  ...RATE,
  run: (context) => rateOn(context, 'postgres'),
}

const MEMORY = {
  unit: 'MB',
  goal: 200,
  stretch: 150,
  higherIsBetter: false,
}

/** Measures the memory of a server with a large store. */
export const memoryOnSqlite: Measure = {
  name: 'memory-sqlite',
  title: 'Resident memory under full load with 1,000,000 claims, on SQLite',
  ...MEMORY,
  run: (context) => memoryOn(context, 'sqlite'),
}

export const memoryOnPostgres: Measure = {
  name: 'memory-postgres',
  title: 'Resident memory under full load with 1,000,000 claims, on Postgres',
  ...MEMORY,
  run: (context) => memoryOn(context, 'postgres'),
}
