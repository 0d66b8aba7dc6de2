import type { StartOptions } from '../contestants/contestant.ts'
import type { MeasureContext } from './measure.ts'

/** A new, empty store for a contestant. It is removed after the measure. */
export const newStore = async (
  context: MeasureContext,
  database: StartOptions['database'],
): Promise<Omit<StartOptions, 'drops'>> => ({
  database,
  dataDir: context.makeFolder().path,
  ...(database === 'postgres' ? { postgresUrl: await context.createDatabase() } : {}),
})
