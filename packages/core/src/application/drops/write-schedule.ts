import { applySchedule, nextScheduledAt } from '../../domain/drop-schedule.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Change, JobOutcome, Ports } from '../../ports/index.ts'
import { cleanUpJobs } from './cancelled-or-deleted.ts'

/** Writes the drop's due start or end, and comes back for the next one. */
export async function writeSchedule(
  ports: Pick<Ports, 'store' | 'clock'>,
  dropId: DropId,
): Promise<JobOutcome> {
  const changed = await ports.store.changeDrop(dropId, {}, (dropState): Change<JobOutcome> => {
    if (dropState === null) return { result: { kind: 'done' } }
    const now = ports.clock.now()
    const settled = applySchedule(dropState.drop, now)
    const dueAt = nextScheduledAt(settled.drop)
    const result: JobOutcome = dueAt === null ? { kind: 'done' } : { kind: 'again', dueAt }
    // Another change may have written the end before.
    const jobs = cleanUpJobs(settled.drop, now)
    return settled.drop === dropState.drop
      ? { result, jobs }
      : { result, jobs, update: { drops: [settled.drop] }, events: settled.events }
  })
  if (!changed.ok) throw new Error('invariant broken: a schedule takes no unique value')
  return changed.value
}
