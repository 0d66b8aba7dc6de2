import { applySchedule, nextScheduledAt } from '../../domain/drop-schedule.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Change, JobOutcome, Ports } from '../../ports/index.ts'

/** Writes the drop's due start or end, and comes back for the next one. */
export async function writeSchedule(
  ports: Pick<Ports, 'store' | 'clock'>,
  dropId: DropId,
): Promise<JobOutcome> {
  const changed = await ports.store.changeDrop(dropId, {}, (dropState): Change<JobOutcome> => {
    if (dropState === null) return { result: { kind: 'done' } }
    const settled = applySchedule(dropState.drop, ports.clock.now())
    const dueAt = nextScheduledAt(settled.drop)
    const result: JobOutcome = dueAt === null ? { kind: 'done' } : { kind: 'again', dueAt }
    return settled.drop === dropState.drop
      ? { result }
      : { result, update: { drops: [settled.drop] }, events: settled.events }
  })
  if (!changed.ok) throw new Error('invariant broken: a schedule takes no unique value')
  return changed.value
}
