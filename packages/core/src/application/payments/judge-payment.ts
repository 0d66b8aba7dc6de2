import type { UserId } from '../../domain/ids.ts'
import {
  type Match,
  MOST_FITTING,
  matchPayment,
  namesIntent,
  type PossibleUser,
  possibleUserOf,
} from '../../domain/payment/match-payment.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Transfer } from '../../domain/payment/transfer.ts'
import type { Fitting, FittingQuery, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { intentByName } from './change-intent.ts'

type StorePort = Pick<Ports, 'store'>

/** The query for intents that fit a transfer. */
export const fittingQuestion = (transfer: Transfer, { latePaymentWatchMs }: Settings): FittingQuery => ({
  transfer,
  since: transfer.at - latePaymentWatchMs,
})

/** The user who has proved the wallet that pays; null if no user has. */
export const holderOf = async (
  { store }: StorePort,
  { from }: Pick<Transfer, 'from'>,
): Promise<UserId | null> => (await store.usersByWallet([from])).get(from)?.id ?? null

/** Whether the memo names another intent than this one, here or in the store of another service with the same treasury. */
export const isForOtherIntent = async (
  { store }: StorePort,
  { memo }: Pick<Transfer, 'memo'>,
  { id }: Pick<PaymentIntent, 'id'>,
): Promise<boolean> => namesIntent(memo) && (await intentByName({ store }, memo))?.id !== id

/** Decides which intent a transfer pays now. It is decided again under the lock of that intent's drop. */
export async function judgePayment(
  { store }: StorePort,
  settings: Settings,
  transfer: Transfer,
): Promise<Match> {
  const reference = transfer.memo === null ? undefined : await intentByName({ store }, transfer.memo)
  if (reference) return judge(settings, transfer, reference, { intents: [], hasMore: false, holderId: null })
  const fitting = await store.fittingIntents(fittingQuestion(transfer, settings))
  const holderId = fitting.intents.length === 0 ? null : await holderOf({ store }, transfer)
  return judge(settings, transfer, null, { ...fitting, holderId })
}

/** Decides the same from loaded facts. */
export const judge = (
  { latePaymentWatchMs }: Settings,
  transfer: Transfer,
  reference: PaymentIntent | null,
  { intents, hasMore, holderId }: Fitting & { readonly holderId: UserId | null },
): Match => matchPayment({ transfer, reference, fitting: intents, hasMore, latePaymentWatchMs, holderId })

/**
 * The user that an unmatched transfer can be for: a user whose intent it fits, otherwise a user with an unpaid intent of
 * the sender.
 */
export async function possibleUser(
  { store }: StorePort,
  { latePaymentWatchMs }: Settings,
  transfer: Transfer,
  { reason, mayBeFor }: Extract<Match, { kind: 'unmatched' }>,
): Promise<PossibleUser> {
  if (mayBeFor.length > 0 || reason === 'SEVERAL_INTENTS')
    return possibleUserOf(
      mayBeFor.map(({ payerId }) => payerId),
      mayBeFor.length >= MOST_FITTING,
    )
  const { at, from } = transfer
  const { userIds, hasMore } = await store.usersWaitingFor(from, { at, since: at - latePaymentWatchMs })
  return possibleUserOf(userIds, hasMore)
}
