import type { ChainPurpose } from '../../domain/chain-transaction.ts'
import type { Drop } from '../../domain/drop.ts'
import { nextScheduledAt } from '../../domain/drop-schedule.ts'
import { isLotteryUnderWay } from '../../domain/lottery-steps.ts'
import type { JobKind } from '../../ports/job-queue.ts'
import { isCancelledOrDeleted } from '../drops/cancelled-or-deleted.ts'
import type { ClaimTotals } from './audit-claims.ts'
import type { IntentTotals } from './audit-intents.ts'
import type { UnderWay } from './audit-transactions.ts'
import type { Compare } from './difference.ts'

/** The job kinds that follow a transaction to its end. One of them is sufficient. */
const FOLLOWERS: { readonly [Kind in ChainPurpose['kind']]: readonly JobKind[] } = {
  open_vault: ['open_vault', 'close_vault', 'rotate_key'],
  fund_vault: ['open_vault', 'close_vault'],
  deliver_claims: ['deliver_claims'],
  refund: ['send_transfers'],
  payout: ['send_transfers'],
  rotate_key: ['rotate_key'],
  pause_vault: ['guard_vault'],
  resume_vault: ['guard_vault'],
  close_vault: ['close_vault'],
}

/** The unfinished work of a drop, as its rows show it. */
interface OpenWork extends Pick<ClaimTotals, 'waiting'> {
  readonly intents: IntentTotals
  readonly underWay: UnderWay
}

/** Everything unfinished needs a job that finishes it. */
export function compareJobs(
  drop: Drop,
  { waiting, intents, underWay }: OpenWork,
  jobs: ReadonlySet<JobKind>,
  compare: Compare,
): void {
  const want = (isWanted: boolean, why: string, ...kinds: readonly JobKind[]) => {
    if (isWanted && !kinds.some((kind) => jobs.has(kind)))
      compare(drop.id, `job ${kinds.join(' or ')}`, 'none', `one, for ${why}`)
  }
  const hasVault = drop.vault.kind === 'open'
  const isOff = isCancelledOrDeleted(drop)
  want(waiting.vouchers > 0, `${waiting.vouchers} vouchers that are out`, 'expire_claims')
  want(hasVault && waiting.deliveries > 0, `${waiting.deliveries} claims to be delivered`, 'deliver_claims')
  want(waiting.undrawn > 0, `${waiting.undrawn} claims that wait for the beacon`, 'reveal_claims')
  want(isLotteryUnderWay(drop), 'its lottery', 'run_lottery')
  want(intents.open > 0, `${intents.open} intents that wait`, 'settle_intents', ...(isOff ? WIND_UP : []))
  want(underWay.pendingTransfers > 0, `${underWay.pendingTransfers} transfers that wait`, 'send_transfers')
  want(drop.deletedAt === null && nextScheduledAt(drop) !== null, 'its schedule', 'settle_schedule')
  want(isOff && hasVault, 'its vault, which is no longer wanted', 'close_vault')
  want(drop.nextVoucherKey !== null, 'its next key', 'rotate_key')
  for (const purpose of underWay.purposes) want(true, `a ${purpose} under way`, ...FOLLOWERS[purpose])
}

const WIND_UP: readonly JobKind[] = ['wind_up']
