import type { ChangeSet } from '@dropkit/core'
import type { Dialect, Write } from '../database.ts'
import { ReceiptLost } from '../store-unavailable.ts'

/** Notes what a request did, in the transaction that does it; whoever lost the request writes nothing. */
export function createIdempotencyEffects(dialect: Dialect): (records: ChangeSet['idempotency']) => Write[] {
  // Whoever takes a request over or ends it counts the fence up. A lease that has merely run out is its holder's still.
  const statement = dialect.update(
    'note_receipt_effects',
    'receipts',
    { shared: {}, own: { user_id: 'text', key: 'text', fence: 'integer' } },
    { effect_kind: 'text', effect_id: 'text', effect_shown_once: 'text' },
  )
  return (records = []) => {
    if (records.length === 0) return []
    const rows = records.map(({ lease, effect }) => [
      lease.userId,
      lease.key,
      lease.fence,
      effect.kind,
      effect.id,
      effect.shownOnce ?? null,
    ])
    return [{ statement, shared: [], rows, mustMatch: true, onMiss: () => new ReceiptLost() }]
  }
}
