import {
  amountDue,
  candidateOf,
  displayMoney,
  type PriceFeed,
  receiptOf,
  received,
  statusOf,
} from '@dropkit/core'
import type {
  PaymentIntentResolvers,
  PayoutResolvers,
  RefundResolvers,
} from '../../generated/resolver-types.ts'

export const paymentIntentFields: PaymentIntentResolvers = {
  intentId: ({ externalId }) => externalId,
  status: statusOf,
  statusReason: ({ state }) => ('reason' in state ? state.reason : null),
  amount: (intent, _args, { services }) => inWholeUnits(amountDue(intent), intent.currency, services.prices),
  amountAtomic: (intent) => String(amountDue(intent)),
  receivedAtomic: (intent) => String(received(intent)),
  walletAddress: ({ wallet }) => wallet,
  paymentUrl: ({ externalId }, _args, { services }) => `${services.publicUrl}/pay/${externalId}`,
  recipientAddress: ({ recipient }) => recipient,
  txHash: (intent) => receiptOf(intent)?.txHash ?? candidateOf(intent),
  paymentTransaction: (intent, _args, { loaders }) => loaders.paymentTransaction.load(intent),
  drop: async ({ dropId }, _args, { loaders }) => (await loaders.drop.load(dropId)) ?? null,
  refunds: ({ id }, _args, { loaders }) => loaders.refundsOfIntent.load(id),
}

export const refundFields: RefundResolvers = {
  async paymentIntent({ intentId }, _args, { loaders }) {
    const intent = await loaders.paymentIntent.load(intentId)
    if (!intent) throw new Error(`invariant broken: a refund of nothing (${intentId})`)
    return intent
  },
  async amount({ amount, intentId }, _args, { loaders, services }) {
    const intent = await loaders.paymentIntent.load(intentId)
    return inWholeUnits(amount, intent?.currency ?? '', services.prices)
  },
  amountAtomic: ({ amount }) => String(amount),
  status: ({ state }) => state.kind,
  txHash: ({ state }) => (state.kind === 'SUCCEEDED' ? state.txHash : null),
}

export const payoutFields: PayoutResolvers = {
  amountAtomic: ({ amount }) => String(amount),
  toAddress: ({ to }) => to,
  status: ({ state }) => state.kind,
  txHash: ({ state }) => (state.kind === 'SUCCEEDED' ? state.txHash : null),
}

function inWholeUnits(atomic: bigint, code: string, prices: PriceFeed): number {
  const currency = prices.currencies().find((known) => known.code === code)
  return displayMoney(atomic, currency?.decimals ?? 0)
}
