import type { StartOptions } from '../contestants/contestant.ts'
import type { MeasureContext } from './measure.ts'

/** A new, empty place for what a contestant keeps; gone when the measure has run. */
export const newStore = async (
  context: MeasureContext,
  database: StartOptions['database'],
): Promise<Omit<StartOptions, 'drops'>> => ({
  database,
  dataDir: context.makeFolder().path,
  ...(database === 'postgres' ? { postgresUrl: await context.createDatabase() } : {}),
})
