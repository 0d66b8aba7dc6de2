import { type Address, parseAddress } from '../domain/address.ts'
import { amountOf } from '../domain/amount.ts'
import { idOf, readId } from '../domain/ids.ts'
import { refusalToChange } from '../domain/ownership.ts'
import type { Payout } from '../domain/payment/refund.ts'
import { withdrawable } from '../domain/payment/takings.ts'
import { notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import type { Change, Pool, Ports } from '../ports/index.ts'
import { findCurrency } from './create-drop.ts'

type WithdrawPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'prices'>

/** Pays a drop's owner what its confirmed claims have earned and was not paid out yet. Sent in the background. */
export async function withdrawProceeds(
  ports: WithdrawPorts,
  caller: Caller,
  input: { readonly dropId: string; readonly toAddress: string },
): Promise<Result<Payout, Refusal>> {
  const to = parseAddress(input.toAddress, 'toAddress')
  if (!to.ok) return to
  const dropId = readId('drop', input.dropId)
  if (!dropId) return err(notFound('Drop'))
  const changed = await ports.store.changeDrop(dropId, {}, (pool) => decide(ports, caller, pool, to.value))
  if (!changed.ok) throw new Error('invariant broken: a payout has no unique field of its own')
  return changed.value
}

function decide(
  ports: WithdrawPorts,
  caller: Caller,
  pool: Pool | null,
  to: Address,
): Change<Result<Payout, Refusal>> {
  if (pool === null) return { result: err(notFound('Drop')) }
  const { drop } = pool
  // A drop that is gone is gone for everybody, but what it has earned is still its owner's.
  if (drop.deletedAt !== null && drop.creatorId !== caller.user.id) return { result: err(notFound('Drop')) }
  const forbidden = refusalToChange(caller, drop.creatorId)
  if (forbidden) return { result: err(forbidden) }
  const amount = withdrawable(drop.takings)
  if (amount < 1n) return { result: err({ kind: 'conflict', message: 'There is nothing to pay out yet' }) }
  const currency = findCurrency(ports.prices, drop.currency)
  if (!currency.ok) return { result: currency }
  const now = ports.clock.now()
  const payout: Payout = {
    id: idOf('payout', ports.ids.next(now)),
    dropId: drop.id,
    creatorId: drop.creatorId,
    amount: amountOf(amount),
    currency: currency.value.code,
    coinType: currency.value.coinType,
    to,
    state: { kind: 'PENDING' },
    createdAt: now,
  }
  const takings = { ...drop.takings, paidOut: drop.takings.paidOut + amount }
  return {
    result: ok(payout),
    insert: { payouts: [payout] },
    update: { drops: [{ ...drop, takings }] },
    jobs: [{ kind: 'send_transfers', subject: drop.id, dueAt: now }],
  }
}
