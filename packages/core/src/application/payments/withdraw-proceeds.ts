import type { Address } from '../../domain/address.ts'
import { amountOf } from '../../domain/amount.ts'
import { type Drop, SEVERAL_COINS } from '../../domain/drop.ts'
import { type DropId, idOf, type PaymentIntentId, readId } from '../../domain/ids.ts'
import { refusalToChange } from '../../domain/ownership.ts'
import { withdrawable } from '../../domain/payment/drop-totals.ts'
import { assertSound, earnedApart, receiptOf } from '../../domain/payment/payment-intent.ts'
import { firstAttemptAt, type Payout } from '../../domain/payment/transfer.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { refusalOfVault } from '../../domain/vault.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'
import { parsePayee } from '../parse-input.ts'

type WithdrawPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'ids' | 'prices'>
type Withdrawal = Change<Result<Payout, Refusal>>

const NOTHING: Refusal = {
  kind: 'conflict',
  reason: 'NOTHING_TO_PAY_OUT',
  message: 'There is nothing to pay out yet',
}

const IN_SEVERAL_COINS: Refusal = {
  kind: 'conflict',
  reason: 'SEVERAL_COINS',
  message:
    'The operator has changed the coin of this drop’s currency while it sold, so how much is left of each coin is not known. Ask the operator to pay you',
}

const INTENTS_PER_READ = 100

/**
 * Pays a drop's owner what confirmed claims have earned and what was neither refunded nor paid out. Money in another coin
 * than the drop's is paid in that coin, after everything else, intent by intent. Sent in the background.
 */
export async function withdrawProceeds(
  ports: WithdrawPorts,
  caller: Caller,
  input: { readonly dropId: string; readonly toAddress: string },
): Promise<Result<Payout, Refusal>> {
  const to = parsePayee(ports.chain, input.toAddress, 'toAddress')
  if (!to.ok) return to
  const dropId = readId('drop', input.dropId)
  if (!dropId) return err(notFound('Drop'))
  const found = await ports.store.dropForSettlement(dropId)
  const forbidden = refusalToWithdraw(caller, found)
  if (forbidden) return err(forbidden)
  const paid = await withdraw(ports, caller, { dropId, intentIds: [], to: to.value }, ofDrop)
  let after: PaymentIntentId | undefined
  while (!paid.ok && paid.error.kind === 'conflict') {
    const earning = await ports.store.intentsEarningApart(dropId, { after, limit: INTENTS_PER_READ })
    const intentIds = earning.map(({ id }) => id)
    after = intentIds.at(-1)
    if (after === undefined) break
    const apart = await withdraw(ports, caller, { dropId, intentIds, to: to.value }, ofIntents)
    if (apart.ok || apart.error.kind !== 'conflict') return apart
  }
  return paid
}

/** A deleted drop is hidden from all users, but its owner may still withdraw what it earned. */
function refusalToWithdraw(caller: Caller, drop: Drop | undefined): Refusal | undefined {
  if (drop === undefined) return notFound('Drop')
  const forbidden = refusalToChange(caller, drop.creatorId)
  return forbidden && drop.deletedAt !== null ? notFound('Drop') : forbidden
}

interface WithdrawOrder {
  readonly dropId: DropId
  readonly intentIds: readonly PaymentIntentId[]
  readonly to: Address
}

/** Under the drop's lock, so that refunds and payouts together never exceed what was received. */
async function withdraw(
  ports: WithdrawPorts,
  caller: Caller,
  { dropId, intentIds, to }: WithdrawOrder,
  pay: (ports: WithdrawPorts, dropState: DropState, to: Address) => Withdrawal,
): Promise<Result<Payout, Refusal>> {
  const changed = await ports.store.changeDrop(dropId, { intentIds }, (dropState): Withdrawal => {
    if (dropState === null) return { result: err(notFound('Drop')) }
    const { drop } = dropState
    const refusal = refusalToWithdraw(caller, drop) ?? refusalOfVault(drop, to, 'toAddress')
    return refusal ? { result: err(refusal) } : pay(ports, dropState, to)
  })
  if (!changed.ok) throw new Error('invariant broken: a payout has no unique field of its own')
  return changed.value
}

function ofDrop(ports: WithdrawPorts, { drop }: DropState, to: Address): Withdrawal {
  const amount = withdrawable(drop.payments)
  // A server of the release before `paymentCoin` counts without it.
  const coinType =
    drop.paymentCoin ?? ports.prices.currencies().find(({ code }) => code === drop.currency)?.coinType
  if (amount < 1n || coinType === undefined) return { result: err(NOTHING) }
  if (coinType === SEVERAL_COINS) return { result: err(IN_SEVERAL_COINS) }
  const totals = { ...drop.payments, paidOut: drop.payments.paidOut + amount }
  const terms = { amount, currency: drop.currency, coinType, intentId: null, to }
  return payout(ports, drop, terms, { drops: [{ ...drop, payments: totals }] })
}

function ofIntents(ports: WithdrawPorts, { drop, intents }: DropState, to: Address): Withdrawal {
  const [earning] = [...intents.values()].flatMap((intent) => {
    const receipt = receiptOf(intent)
    const amount = earnedApart(intent)
    return receipt && amount > 0n ? [{ intent, amount, coinType: receipt.coinType }] : []
  })
  if (!earning) return { result: err(NOTHING) }
  const { intent, amount, coinType } = earning
  const known = ports.prices.currencies().find((currency) => currency.coinType === coinType)
  const paid = assertSound({ ...intent, paidOut: intent.paidOut + amount, updatedAt: ports.clock.now() })
  const terms = { amount, currency: known?.code ?? coinType, coinType, intentId: intent.id, to }
  return payout(ports, drop, terms, { paymentIntents: [paid] })
}

function payout(
  ports: WithdrawPorts,
  drop: Drop,
  terms: Pick<Payout, 'currency' | 'coinType' | 'intentId' | 'to'> & { readonly amount: bigint },
  update: Withdrawal['update'] & object,
): Withdrawal {
  const now = ports.clock.now()
  const made: Payout = {
    ...terms,
    ...firstAttemptAt(now),
    id: idOf('payout', ports.ids.next(now)),
    dropId: drop.id,
    creatorId: drop.creatorId,
    amount: amountOf(terms.amount),
    state: { kind: 'PENDING' },
    createdAt: now,
  }
  return {
    result: ok(made),
    insert: { payouts: [made] },
    update,
    effect: { kind: 'payout', id: made.id },
    jobs: [{ kind: 'send_transfers', subject: drop.id, ownerId: drop.creatorId, dueAt: now }],
  }
}
