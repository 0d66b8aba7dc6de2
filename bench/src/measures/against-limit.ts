import { dropkit } from '../contestants/dropkit.ts'
import { limit } from '../contestants/limit.ts'
import { type CompareOptions, compareRates } from './compare-rates.ts'
import type { MeasureContext, MeasureResult } from './measure.ts'

/** Dropkit on SQLite beside the server that does nothing: one drop, answers of the same size. */
export const againstLimit = (context: MeasureContext, work: CompareOptions['work']): Promise<MeasureResult> =>
  compareRates(context, {
    entries: [
      { contestant: dropkit, database: 'sqlite' },
      { contestant: limit, database: 'none' },
    ],
    work,
    drops: 1,
    connections: 128,
    sameSize: true,
  })
