import {
  type BriefEvent,
  coversEvent,
  EVENT_TYPES,
  type EventAudience,
  type EventType,
  type LoggedEvent,
  unknownEvents,
} from '../../domain/event.ts'
import { type DropId, eventIdOf, readEventId, readId } from '../../domain/ids.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { EventQuery, Ports } from '../../ports/index.ts'
import { parseLimit } from '../parse-input.ts'
import { readBriefDrop } from '../read-records.ts'

type ReadPorts = Pick<Ports, 'store'>

/** The requested part of the event log, as the caller wrote it. */
export interface EventsInput {
  readonly limit?: number | null | undefined
  /** Continues toward older events, newest first. */
  readonly after?: string | null | undefined
  /** Forward: the events after this one, oldest first. */
  readonly since?: string | null | undefined
  readonly types?: readonly string[] | null | undefined
  readonly dropId?: string | null | undefined
}

/** Events of the caller's drops and tokens, and of the caller's own acts. */
export async function listEvents(
  ports: ReadPorts,
  caller: Caller,
  input: EventsInput,
): Promise<Result<readonly BriefEvent[], Refusal>> {
  const query = parseQuestion(input)
  if (!query.ok) return query
  const removed = await refusalToResume(ports, query.value.since, 'since')
  if (removed) return err(removed)
  const visible = { ...query.value, visibleTo: caller.user.id }
  if (input.dropId == null) return ok(await ports.store.briefEvents(visible))
  const dropId = readId('drop', input.dropId)
  return ok(dropId ? await ports.store.briefEvents({ ...visible, dropId }) : [])
}

export async function readEvent(
  ports: ReadPorts,
  caller: Caller,
  id: string,
): Promise<BriefEvent | undefined> {
  const position = readEventId(id)
  if (position === undefined) return undefined
  const [event] = await ports.store.briefEvents({ visibleTo: caller.user.id, since: position - 1, limit: 1 })
  return event?.position === position ? event : undefined
}

function parseQuestion(input: EventsInput): Result<EventQuery, Refusal> {
  const limit = parseLimit(input.limit)
  if (!limit.ok) return limit
  const types = parseEventTypes(input.types)
  if (!types.ok) return types
  const after = parsePosition(input.after, 'after')
  if (!after.ok) return after
  const since = parsePosition(input.since, 'since')
  if (!since.ok) return since
  if (after.value !== undefined && since.value !== undefined) {
    return err(
      badInput('since', 'CONTRADICTION', 'Give after (towards older ones) or since (forward), not both'),
    )
  }
  return ok({ limit: limit.value, types: types.value, after: after.value, since: since.value })
}

/** The position of the event with this id; undefined if no id is given. */
export function parsePosition(
  id: string | null | undefined,
  field: string,
): Result<number | undefined, Refusal> {
  if (id == null) return ok(undefined)
  const position = readEventId(id)
  return position === undefined
    ? err(badInput(field, 'WRONG_FORMAT', `${field} must be the id of an event`))
    : ok(position)
}

/**
 * Refuses to continue after a position if later events were removed from the log, because they would be missing without
 * notice. Positions have no gaps.
 */
export async function refusalToResume(
  ports: ReadPorts,
  position: number | undefined,
  field: string,
): Promise<Refusal | null> {
  if (position === undefined) return null
  const next = await firstFrom(ports, position)
  if (next === undefined) return refusalAtEnd(position, field)
  if (next.position <= position + 1) return null
  const message = `Events after ${eventIdOf(position)} are no longer in the event log, which begins with ${eventIdOf(next.position)}`
  return badInput(field, 'UNKNOWN_VALUE', message)
}

/** Refuses a position that the log does not reach, for readers who need only what comes last. */
export const refusalBeyondLog = async (
  ports: ReadPorts,
  position: number | undefined,
  field: string,
): Promise<Refusal | null> =>
  position === undefined || (await firstFrom(ports, position)) ? null : refusalAtEnd(position, field)

/** The event at this position, or the first one after it. The log never loses its last event. */
const firstFrom = async ({ store }: ReadPorts, position: number): Promise<LoggedEvent | undefined> =>
  (await store.events({ since: position - 1, limit: 1 }))[0]

/** After the restore of a backup, other events get the positions that a reader has seen, and it would miss them. */
function refusalAtEnd(position: number, field: string): Refusal | null {
  if (position === 0) return null
  const message = `The event log does not reach ${eventIdOf(position)}. If the service was restored from a backup, read the current state and continue without ${field}`
  return badInput(field, 'UNKNOWN_VALUE', message)
}

/** Event names, `drop.*` for an area, or `*` for all; undefined for no filter. */
export function parseEventTypes(
  names: readonly string[] | null | undefined,
): Result<readonly EventType[] | undefined, Refusal> {
  if (names == null) return ok(undefined)
  const types = new Set<EventType>()
  // A name may be repeated 100,000 times.
  for (const name of new Set(names)) {
    const found = EVENT_TYPES.filter((type) => coversEvent(name, type))
    if (found.length === 0) return err(unknownEvents('types', [name]))
    for (const type of found) types.add(type)
  }
  return ok([...types])
}

/** A drop whose updates the caller may follow, and the audience to which the caller belongs. */
export async function followableDrop(
  ports: ReadPorts,
  caller: Caller,
  id: string,
): Promise<{ readonly id: DropId; readonly audience: EventAudience } | undefined> {
  const drop = await readBriefDrop(ports, caller, id)
  return drop && { id: drop.id, audience: drop.creatorId === caller.user.id ? 'owner' : 'everyone' }
}
