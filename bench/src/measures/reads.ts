import { comparison, type Opponents } from './compare-rates.ts'
import type { Measure } from './measure.ts'

const RATIO = { unit: '×', higherIsBetter: true } as const

const rateOf =
  (opponents: Opponents, drops: number): Measure['run'] =>
  async (context) =>
    (await comparison(context, opponents, 'reads', drops)).result

const SHARED_NOTE = 'Reads of one drop that arrive together share one query, so this row flatters Dropkit.'
const withNote =
  (run: Measure['run']): Measure['run'] =>
  async (context) => {
    const result = await run(context)
    return { ...result, notes: [...result.notes, SHARED_NOTE] }
  }

export const readsOnSqlite: Measure = {
  name: 'reads-sqlite',
  title:
    'A drop with its token, creator and 10 claims, over 1,000 drops, on SQLite ÷ a server that does nothing',
  goal: 0.6,
  stretch: 0.75,
  ...RATIO,
  run: rateOf('sqlite against the limit', 1_000),
}

export const readsOnPostgres: Measure = {
  name: 'reads-postgres',
  title: 'The same read over 1,000 drops on Postgres ÷ PostGraphile',
  goal: 3,
  stretch: 4,
  ...RATIO,
  run: rateOf('postgres against PostGraphile', 1_000),
}

export const sharedReadsOnSqlite: Measure = {
  name: 'shared-reads-sqlite',
  title: 'The same read of one drop by all clients, on SQLite ÷ a server that does nothing',
  goal: null,
  stretch: null,
  ...RATIO,
  run: withNote(rateOf('sqlite against the limit', 1)),
}

export const sharedReadsOnPostgres: Measure = {
  name: 'shared-reads-postgres',
  title: 'The same read of one drop by all clients, on Postgres ÷ PostGraphile',
  goal: null,
  stretch: null,
  ...RATIO,
  run: withNote(rateOf('postgres against PostGraphile', 1)),
}
