import type { Drop } from '../../domain/drop.ts'
import { nextScheduledAt } from '../../domain/drop-schedule.ts'
import { type DropChanges, decideUpdate } from '../../domain/drop-update.ts'
import { readId } from '../../domain/ids.ts'
import { refusalToChange } from '../../domain/ownership.ts'
import { findCurrency } from '../../domain/price.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { hasAlarm } from '../../domain/vault-alarm.ts'
import type { Change, DropState, JobRequest } from '../../ports/index.ts'
import { availableChecks } from '../claims/human-challenge.ts'
import { refusePicture } from '../files/refuse-picture.ts'
import { copyGating } from '../gating/manage-gating.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
import { openVault, openVaultJob } from '../vaults/open-vault.ts'
import { cleanUpJobs, isCancelledOrDeleted } from './cancelled-or-deleted.ts'
import { cancelOpenIntents, OPEN_INTENTS } from './clean-up-cancelled-drop.ts'
import { type CreateDropPorts, shortcodeTaken } from './create-drop.ts'
import { makeSeed } from './drop-secrets.ts'

/** What is to change about a drop; what is left out stays. */
export interface UpdateDropInput extends Omit<DropChanges, 'gating'> {
  readonly gatingId?: string | null | undefined
}

/** Changes what is given, and nothing else. */
export async function updateDrop(
  ports: CreateDropPorts,
  caller: Caller,
  id: string,
  input: UpdateDropInput,
): Promise<Result<Drop, Refusal>> {
  const dropId = readId('drop', id)
  if (!dropId) return err(notFound('Drop'))
  const { gatingId, ...given } = input
  const now = ports.clock.now()
  const copied = gatingId == null ? ok(gatingId) : await copyGating(ports, caller, gatingId, now)
  const changes: DropChanges = { ...given, gating: copied.ok ? copied.value : null }
  const noPicture = await refusePicture(ports, input.imageUrl, 'imageUrl')
  const freshSeed = makeSeed(ports, dropId)
  const question = input.status === 'CANCELLED' ? OPEN_INTENTS : {}
  const changed = await ports.store.changeDrop(dropId, question, (dropState) => decide(dropState))
  if (!changed.ok) return err(shortcodeTaken(String(input.shortcode)))
  if (!changed.value.ok || !ports.chain.opensVaultsAtOnce) return changed.value
  const drop = changed.value.value
  if (drop.vault.kind === 'open' && drop.vault.deposited >= drop.pool) return changed.value
  await openVault(ports, dropId)
  return ok((await ports.store.drops([dropId])).get(dropId) ?? drop)

  function decide(dropState: DropState | null): Change<Result<Drop, Refusal>> {
    if (dropState === null || dropState.drop.deletedAt !== null) return { result: err(notFound('Drop')) }
    const refusal = refusalToChange(caller, dropState.drop.creatorId)
    if (refusal) return { result: err(refusal) }
    if (!copied.ok) return { result: copied }
    if (noPicture) return { result: err(noPicture) }
    const currency = findCurrency(ports.prices.currencies(), dropState.drop.currency)
    if (!currency.ok) return { result: currency }
    const now = ports.clock.now()
    const decided = decideUpdate(dropState.drop, changes, {
      now,
      currency: currency.value,
      freshSeed,
      beacon: ports.beacon?.chain ?? null,
      humanChecks: availableChecks(ports),
    })
    if (!decided.ok) return { result: decided }
    const { drop, events } = decided.value
    const off = cancelOpenIntents(dropState, drop, now)
    const [after = drop] = off.update.drops
    return {
      result: ok(after),
      update: off.update,
      effect: { kind: 'drop', id: after.id },
      events: [...events, ...off.events],
      jobs: jobsAfterUpdate(ports, drop, hasAlarm(dropState.drop), now),
    }
  }
}

function jobsAfterUpdate(
  { chain }: CreateDropPorts,
  drop: Drop,
  hadAlarm: boolean,
  now: number,
): readonly JobRequest[] {
  if (isCancelledOrDeleted(drop)) return cleanUpJobs(drop, now)
  const jobs: JobRequest[] = [
    openVaultJob(chain, drop, now),
    ...lotteryJobs(drop, now),
    ...cleanUpJobs(drop, now),
  ]
  if (hadAlarm) jobs.push({ kind: 'guard_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: now })
  const dueAt = nextScheduledAt(drop)
  if (dueAt !== null) jobs.push({ kind: 'settle_schedule', subject: drop.id, ownerId: drop.creatorId, dueAt })
  return jobs
}
