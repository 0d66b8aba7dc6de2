import type { RunningContestant, StartOptions } from '../contestants/contestant.ts'
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

/**
 * Awaits contestants that are starting concurrently, and returns them in order. If one fails to start, all others are
 * stopped.
 */
export const startAll = async (
  starting: readonly Promise<RunningContestant>[],
): Promise<readonly RunningContestant[]> => {
  const settled = await Promise.allSettled(starting)
  const running = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status !== 'rejected') return running
  await stopAll(running)
  throw failed.reason
}

export const stopAll = async (running: readonly RunningContestant[]): Promise<void> => {
  await Promise.all(running.map(({ stop }) => stop()))
}
