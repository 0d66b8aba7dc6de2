import { type Drop, freeItems, isSoldOut } from '../../domain/drop.ts'
import type { ClaimTotals } from './audit-claims.ts'
import type { Compare } from './difference.ts'

/** Checks that the drop can keep its promises: in its pool, among its items and in its vault. */
export function comparePromises(
  drop: Drop,
  { waiting }: Pick<ClaimTotals, 'waiting'>,
  compare: Compare,
): void {
  const { pool, tally, vault, supply, status } = drop
  const promised = tally.reservedAmount + tally.heldAmount
  if (promised > pool) compare(drop.id, 'pool', pool, `at least ${promised}, which is reserved or held`)
  if (freeItems(supply, tally) < 0)
    compare(drop.id, 'supply', supply, `at least ${tally.reservedCount + tally.heldItems}`)
  if (vault.kind === 'open' && vault.deposited < tally.reservedAmount)
    compare(
      drop.id,
      'vault.deposited',
      vault.deposited,
      `at least ${tally.reservedAmount}, which is reserved`,
    )
  const unpaid = waiting.vouchers + waiting.deliveries + waiting.undrawn
  if (vault.kind === 'closed' && unpaid > 0) compare(drop.id, 'claims on a closed vault', unpaid, 0)
  if (status === 'ACTIVE' && isSoldOut(drop, tally)) compare(drop.id, 'status', status, 'SOLD_OUT')
  // After its deadline, a drop is not opened again when an amount becomes free.
  if (status === 'SOLD_OUT' && drop.claimDeadline === null && !isSoldOut(drop, tally))
    compare(drop.id, 'status', status, 'ACTIVE')
}
