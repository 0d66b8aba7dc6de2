import { type PriceFeed, statusOf } from '@dropkit/core'
import {
  amountDue,
  badInput,
  candidateOf,
  displayMoney,
  itemsLeft,
  receiptOf,
  received,
} from '@dropkit/core/internal'
import { orThrow, refusalError } from '../errors/refusal-error.ts'
import type {
  PaymentIntentResolvers,
  PayoutResolvers,
  RefundResolvers,
  Resolvers,
  UnmatchedPaymentResolvers,
} from '../generated/resolver-types.ts'
import { idOfEitherForm, type Mutations, type Queries } from './operation.ts'

const paymentIntent: Queries['paymentIntent'] = async (_root, { id }, { caller, services }) => {
  const found = await services.dropkit.readPaymentIntent(caller, id)
  return found.ok ? found.value : null
}

const payouts: Queries['payouts'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listPayouts(caller, input))

const paymentIntents: Queries['paymentIntents'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listPaymentIntents(caller, page))

const createPaymentIntent: Mutations['createPaymentIntent'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.createPaymentIntent(caller, input))

const confirmPaymentIntent: Mutations['confirmPaymentIntent'] = async (
  _root,
  { id, txHash, input },
  { caller, services },
) => {
  const intentId = orThrow(idOfEitherForm(id, input?.id))
  if (txHash != null && input?.txHash != null && txHash !== input.txHash) {
    throw refusalError(
      badInput('txHash', 'CONTRADICTION', 'txHash differs between the argument and input: give it once'),
    )
  }
  return orThrow(
    await services.dropkit.confirmPaymentIntent(caller, { id: intentId, txHash: txHash ?? input?.txHash }),
  )
}

const cancelPaymentIntent: Mutations['cancelPaymentIntent'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.cancelPaymentIntent(caller, id))

const approvePaymentIntent: Mutations['approvePaymentIntent'] = async (
  _root,
  { id, seen },
  { caller, services },
) => orThrow(await services.dropkit.approvePaymentIntent(caller, id, seen))

const processRefund: Mutations['processRefund'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.processRefund(caller, input))

const retryRefund: Mutations['retryRefund'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.retryRefund(caller, id))

const withdrawProceeds: Mutations['withdrawProceeds'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.withdrawProceeds(caller, input))

const retryPayout: Mutations['retryPayout'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.retryPayout(caller, id))

const paymentIntentFields = {
  intentId: ({ externalId }) => externalId,
  status: statusOf,
  statusReason: ({ state }) => ('reason' in state ? state.reason : null),
  amount: (intent, _args, { services }) => inWholeUnits(amountDue(intent), intent.currency, services.prices),
  amountAtomic: (intent) => String(amountDue(intent)),
  itemsLeft,
  receivedAtomic: (intent) => String(received(intent)),
  receivedCoinType: (intent) => receiptOf(intent)?.coinType ?? null,
  receivedFrom: (intent) => receiptOf(intent)?.from ?? null,
  walletAddress: ({ wallet }) => wallet,
  paymentUrl: ({ externalId }, _args, { services }) => `${services.publicUrl}/pay/${externalId}`,
  recipientAddress: (_intent, _args, { services }) => services.chain.treasuryAddress,
  txHash: (intent) => receiptOf(intent)?.txHash ?? candidateOf(intent),
  paymentTransaction: (intent, _args, { loaders }) => loaders.paymentTransaction.load(intent),
  drop: async ({ dropId }, _args, { loaders }) => (await loaders.drop.load(dropId)) ?? null,
  refunds: ({ id }, _args, { loaders }) => loaders.refundsOfIntent.load(id),
} satisfies PaymentIntentResolvers

const refundFields = {
  async paymentIntent({ intentId }, _args, { loaders }) {
    const intent = await loaders.paymentIntent.load(intentId)
    if (!intent) throw new Error(`invariant broken: a refund of nothing (${intentId})`)
    return intent
  },
  async amount({ amount, coinType, intentId }, _args, { loaders, services: { prices } }) {
    const intent = await loaders.paymentIntent.load(intentId)
    const other = prices.currencies().find((known) => known.coinType === coinType)
    const code = intent?.coinType === coinType ? intent.currency : (other?.code ?? '')
    return inWholeUnits(amount, code, prices)
  },
  amountAtomic: ({ amount }) => String(amount),
  status: ({ state }) => state.kind,
  txHash: ({ state }) => (state.kind === 'SUCCEEDED' ? state.txHash : null),
} satisfies RefundResolvers

const payoutFields = {
  amountAtomic: ({ amount }) => String(amount),
  toAddress: ({ to }) => to,
  status: ({ state }) => state.kind,
  txHash: ({ state }) => (state.kind === 'SUCCEEDED' ? state.txHash : null),
} satisfies PayoutResolvers

function inWholeUnits(atomic: bigint, code: string, prices: PriceFeed): number {
  const currency = prices.currencies().find((known) => known.code === code)
  return displayMoney(atomic, currency?.decimals ?? 0)
}

const unmatchedPayments: Queries['unmatchedPayments'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listUnmatchedPayments(caller, page))

const assignUnmatchedPayment: Mutations['assignUnmatchedPayment'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.assignUnmatchedPayment(caller, input))

const returnUnmatchedPayment: Mutations['returnUnmatchedPayment'] = async (
  _root,
  { id },
  { caller, services },
) => orThrow(await services.dropkit.returnUnmatchedPayment(caller, id))

const unmatchedPaymentFields = {
  transferIndex: ({ index }) => index,
  sender: ({ from }) => from,
  amountAtomic: ({ amount }) => String(amount),
  state: ({ state }) => state.kind,
  paymentIntentId: ({ state }) => (state.kind === 'ASSIGNED' ? state.intentId : null),
  returnTxHash: ({ state }) => (state.kind === 'RETURNED' ? state.txHash : null),
  problem: ({ state }) => (state.kind === 'RETURNING' ? state.problem : null),
  paidAt: ({ at }) => at,
} satisfies UnmatchedPaymentResolvers

/** The operations of this area, and the fields that need a resolver. */
export const paymentResolvers = {
  Query: { paymentIntent, payouts, paymentIntents, unmatchedPayments },
  Mutation: {
    createPaymentIntent,
    confirmPaymentIntent,
    cancelPaymentIntent,
    approvePaymentIntent,
    processRefund,
    retryRefund,
    withdrawProceeds,
    retryPayout,
    assignUnmatchedPayment,
    returnUnmatchedPayment,
  },
  PaymentIntent: paymentIntentFields,
  Payout: payoutFields,
  Refund: refundFields,
  UnmatchedPayment: unmatchedPaymentFields,
} satisfies Resolvers
