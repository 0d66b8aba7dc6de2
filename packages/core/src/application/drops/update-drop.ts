import { findCurrency } from '../../domain/amount.ts'
import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import type { BriefDrop, Drop } from '../../domain/drop.ts'
import type { DropChanges } from '../../domain/drop-changes.ts'
import {
  applySchedule,
  isCancelledOrDeleted,
  isOverForGood,
  nextScheduledAt,
  statusAt,
} from '../../domain/drop-status.ts'
import { decideUpdate } from '../../domain/drop-update.ts'
import { hexOfBytes } from '../../domain/encodings.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { refusalToChange } from '../../domain/ownership.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { hasAlarm } from '../../domain/vault.ts'
import type { Change, DropState, JobOutcome, JobRequest, Ports } from '../../ports/index.ts'
import { changeEach } from '../batcher.ts'
import { SOME_VOUCHERS } from '../chain/chain-work.ts'
import { availableChecks } from '../claims/human-challenge.ts'
import { refusePicture } from '../files/manage-files.ts'
import { copyGating } from '../gating/manage-gating.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
import { findDropToChange } from '../read-records.ts'
import type { JobRun } from '../run-budget.ts'
import type { Settings } from '../settings.ts'
import { openVault, openVaultJob } from '../vaults/open-vault.ts'
import { cancelOpenIntents, changeWithOpenIntents, cleanUpJobs } from './clean-up-drop.ts'
import { type CreateDropPorts, makeSeed, openSeed, shortcodeTaken } from './create-drop.ts'

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
  const found = await findDropToChange(ports, caller, id)
  if (!found.ok) return found
  const { gatingId, ...given } = input
  const now = ports.clock.now()
  const copied = gatingId == null ? ok(gatingId) : await copyGating(ports, caller, gatingId, now)
  const changes: DropChanges = { ...given, gating: copied.ok ? copied.value : null }
  const noPicture = await refusePicture(ports, input.imageUrl, 'imageUrl')
  const freshSeed = makeSeed(ports, dropId)
  const sales = { hasMoney: true, pendingClaimsAtMost: 1 } as const
  const changed =
    input.status === 'CANCELLED'
      ? await changeWithOpenIntents(ports, dropId, sales, decide)
      : await ports.store.changeDrop(dropId, sales, decide)
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
    const now = ports.clock.now()
    const decided = decideUpdate(dropState.drop, changes, {
      now,
      currency: currency.ok ? currency.value : null,
      freshSeed,
      beacon: ports.beacon?.chain ?? null,
      humanChecks: availableChecks(ports),
      hasMoney: dropState.hasMoney,
      hasOpenVouchers: dropState.claims.size > 0,
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
      jobs: jobsAfterUpdate(ports, drop, dropState, now),
    }
  }
}

function jobsAfterUpdate(
  { chain }: CreateDropPorts,
  drop: Drop,
  { drop: before, hasMoney }: DropState,
  now: number,
): readonly JobRequest[] {
  if (isCancelledOrDeleted(drop)) return cleanUpJobs(drop, now)
  const jobs: JobRequest[] = [
    openVaultJob(chain, drop, now),
    ...lotteryJobs(drop, now),
    ...cleanUpJobs(drop, now, hasMoney),
  ]
  if (hasAlarm(before))
    jobs.push({ kind: 'guard_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: now })
  const dueAt = nextScheduledAt(drop)
  if (dueAt !== null) jobs.push({ kind: 'settle_schedule', subject: drop.id, ownerId: drop.creatorId, dueAt })
  return jobs
}

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

/**
 * The seed in hex once nothing more can be drawn with it; null before, and for a drop that draws nothing. A due end is written
 * first, because a change that began before the deadline may still move it.
 */
export async function publishedSeed(
  ports: Pick<Ports, 'store' | 'clock' | 'secrets'>,
  drop: BriefDrop,
): Promise<string | null> {
  if (drop.award.kind !== 'random') return null
  if (!isOverForGood(drop)) {
    if (statusAt(drop, ports.clock.now()) !== 'ENDED') return null
    await writeSchedule(ports, drop.id)
    const current = (await ports.store.drops([drop.id])).get(drop.id)
    if (!current || !isOverForGood(current)) return null
  }
  return hexOfBytes(openSeed(ports.secrets, drop.id, drop.award.seed))
}

/**
 * Gives the vouchers that were out when a drop's key changed a new lifetime, those first that run out first: their
 * claimers have to fetch them again. `memo` is the new end of their lifetime; vouchers that run out later are of
 * claims that were made under the new key. A renewed voucher is not found again, so the job needs no other cursor.
 */
export async function renewVouchers(
  ports: Pick<Ports, 'store' | 'clock'>,
  settings: Settings,
  dropId: DropId,
  run: JobRun,
): Promise<JobOutcome> {
  const { memo, budget } = run
  const until = memo === null ? ports.clock.now() + settings.voucherLifetimeMs : Number(memo)
  while (!budget.isSpent()) {
    const limit = Math.min(SOME_VOUCHERS.pendingClaimsAtMost, budget.itemsLeft)
    const out = await ports.store.expiredVouchers(dropId, until, limit)
    if (out.length === 0) return { kind: 'done' }
    const sequences = out.map(({ sequence }) => sequence)
    const renew = (some: readonly number[]) =>
      ports.store.changeDrop(dropId, { sequences: some }, (dropState): Change<void> => {
        const claims = [...(dropState?.claims.values() ?? [])].flatMap((claim): readonly Claim[] => {
          const expiresAt = voucherExpiryOf(claim)
          return expiresAt === null || expiresAt >= until
            ? []
            : [{ ...claim, state: { kind: 'PENDING', expiresAt: until } }]
        })
        return { result: undefined, update: { claims } }
      })
    await changeEach(sequences, renew, run)
  }
  return { kind: 'again', dueAt: ports.clock.now(), memo: String(until) }
}
