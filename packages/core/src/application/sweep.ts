import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import { type JobOutcome, type Ports, SWEPT_KINDS, type SweptKind } from '../ports/index.ts'

/** For how long what is over is kept: deliveries to be looked at and sent again, the rest for nobody. */
const RETENTION_MS: { readonly [Kind in SweptKind]: number } = {
  deliveries: 30 * DAY_MS,
  sessions: DAY_MS,
  challenges: 60 * MINUTE_MS,
  receipts: 0,
}

const SWEPT_AT_ONCE = 1_000
const PERIOD_MS = 10 * MINUTE_MS

/** Removes some of everything that has been over for long enough, and comes back at once where that was not all. */
export async function sweep(ports: Pick<Ports, 'sweeper' | 'clock'>): Promise<JobOutcome> {
  const now = ports.clock.now()
  let isAllGone = true
  for (const kind of SWEPT_KINDS) {
    const swept = await ports.sweeper.sweep(kind, now - RETENTION_MS[kind], SWEPT_AT_ONCE)
    if (swept === SWEPT_AT_ONCE) isAllGone = false
  }
  return { kind: 'again', dueAt: isAllGone ? now + PERIOD_MS : now }
}
