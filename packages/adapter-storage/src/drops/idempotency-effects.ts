import type { ChangeSet } from '@dropkit/core'
import type { Dialect, Write } from '../database.ts'
import { ReceiptLost } from '../store-unavailable.ts'

/**
 * Stores the effect of a request in the transaction that causes it. Throws, and writes nothing, if another request has
 * taken over the key.
 */
export function createIdempotencyEffects(dialect: Dialect): (records: ChangeSet['idempotency']) => Write[] {
  // Taking over or ending a request increments the fence. A lease that has only expired still belongs to its holder.
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
