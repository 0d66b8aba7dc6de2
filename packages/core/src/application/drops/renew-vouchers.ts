import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Change, JobOutcome, Ports } from '../../ports/index.ts'
import { changeEach } from '../batcher.ts'
import { SOME_VOUCHERS } from '../chain/chain-work.ts'
import type { JobRun } from '../run-budget.ts'
import type { Settings } from '../settings.ts'

/**
 * Gives the vouchers that were out when a drop's key changed a new lifetime, those first that run out first: their
 * claimers have to fetch them again. `memo` is the new end of their lifetime; vouchers that run out later are of
 * claims that were made under the new key. A renewed voucher is not found again, so the job needs no other cursor.
 */
export async function renewVouchers(
  ports: Pick<Ports, 'store' | 'clock'>,
  settings: Settings,
  dropId: DropId,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const until = memo === null ? ports.clock.now() + settings.voucherLifetimeMs : Number(memo)
  while (!budget.isSpent()) {
    const limit = Math.min(SOME_VOUCHERS.pendingClaimsAtMost, budget.itemsLeft)
    const out = await ports.store.expiredVouchers(dropId, until, limit)
    if (out.length === 0) return { kind: 'done' }
    const sequences = out.map(({ sequence }) => sequence)
    await changeEach(sequences, (some) =>
      ports.store.changeDrop(dropId, { sequences: some }, (dropState): Change<void> => {
        const claims = [...(dropState?.claims.values() ?? [])].flatMap((claim): readonly Claim[] => {
          const expiresAt = voucherExpiryOf(claim)
          return expiresAt === null || expiresAt >= until
            ? []
            : [{ ...claim, state: { kind: 'PENDING', expiresAt: until } }]
        })
        return { result: undefined, update: { claims } }
      }),
    )
    budget.spend(out.length)
    if (out.length < limit) return { kind: 'done' }
  }
  return { kind: 'again', dueAt: ports.clock.now(), memo: String(until) }
}
