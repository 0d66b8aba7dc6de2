import { type Effect, type Missing, type PaymentIntentId, readClaimId } from '@dropkit/core'
import { notFound, readId } from '@dropkit/core/internal'
import type { Context } from '../context.ts'
import { orThrow, refusalError } from '../errors/refusal-error.ts'
import { drawnMessage, shownDraw } from '../resolvers/claims.ts'
import { shownFile } from '../resolvers/files.ts'
import type { Mutations } from '../resolvers/operation.ts'
import { withoutSecret, withSecret } from '../resolvers/webhooks.ts'

/**
 * The answer of each mutation if an earlier attempt took effect but its answer was lost: the current state of the record
 * that it created or changed. Nothing is done again.
 */
export const recoveredAnswers: Mutations = {
  createToken: recoverToken,
  confirmTokenDeployment: recoverToken,
  prepareTokenDeployment: changesNothing,

  createDrop: recoverDrop,
  // Uses the id in the request, whatever else the mutation has changed. For example, cancelling a drop also cancels
  // intents.
  updateDrop: (_root, { id, input }, context) => dropOf(id ?? input.id ?? '', context),
  deleteDrop: () => true,
  prepareDropFunding: changesNothing,
  updateDropKey: changesNothing,
  updateGatingConfig: async (_root, { dropId }, context) =>
    (await dropOf(dropId, context)).gating ?? missing('Gating config'),
  grantExemption: recoverExemption,
  revokeExemption: recoverExemption,

  claimDrop: recoverGrant,
  claimWithLink: recoverGrant,
  enterDrop: async (_root, { input }, { caller, services }) =>
    orThrow(await services.dropkit.readLotteryEntry(caller, input)) ?? missing('Drop'),
  createClaimLinks: async (_root, { input }, { caller, services, receipt }) =>
    orThrow(await services.dropkit.recoverClaimLinks(caller, input, effectOf(receipt))),
  // It is no longer known how many were not revoked before. All are revoked now.
  revokeClaimLinks: (_root, { input }) => input.ids.length,
  createClaim: recoverClaim,
  confirmClaim: recoverClaim,
  prepareClaim: changesNothing,
  prepareSponsoredClaim: changesNothing,
  submitSponsoredClaim: recoverClaim,
  async claimRandomDrop(_root, _args, context) {
    const claim = await recoverClaim(_root, _args, context)
    const shown = await shownDraw(claim, context.loaders)
    return { success: true, message: drawnMessage(claim, shown.revealsAt), code: null, claim, ...shown }
  },

  createPaymentIntent: recoverIntent,
  confirmPaymentIntent: (_root, { id, input }, context) => intentOf(id ?? input?.id ?? '', context),
  cancelPaymentIntent: (_root, { id }, context) => intentOf(id, context),
  approvePaymentIntent: (_root, { id }, context) => intentOf(id, context),
  async processRefund(_root, { input }, { services, receipt }) {
    const intentId = readId('intent', input.paymentIntentId)
    const refunds = intentId && (await services.store.refundsOfIntents([intentId])).get(intentId)
    const { id } = effectOf(receipt)
    return refunds?.find((refund) => refund.id === id) ?? missing('Payment intent')
  },
  assignUnmatchedPayment: (_root, { input }, context) => unmatchedOf(input.id, context),
  returnUnmatchedPayment: (_root, { id }, context) => unmatchedOf(id, context),
  async withdrawProceeds(_root, { input }, { services, receipt }) {
    const dropId = readId('drop', input.dropId)
    const payoutId = readId('payout', effectOf(receipt).id)
    const dropState =
      dropId && payoutId && (await services.store.dropState(dropId, { payoutIds: [payoutId] }))
    return (payoutId && dropState?.payouts.get(payoutId)) ?? missing('Drop')
  },

  async retryRefund(_root, { id }, { services }) {
    const refundId = readId('refund', id)
    return (refundId && (await services.store.refunds([refundId])).get(refundId)) ?? missing('Refund')
  },
  async retryPayout(_root, { id }, { services }) {
    const payoutId = readId('payout', id)
    return (payoutId && (await services.store.payouts([payoutId])).get(payoutId)) ?? missing('Payout')
  },

  retryJob: changesNothing,

  createWebhook: recoverWebhook,
  registerWebhook: recoverWebhook,
  rotateWebhookSecret: recoverWebhook,
  async updateWebhook(_root, _args, { caller, services, receipt }) {
    const webhook = await services.dropkit.readWebhook(caller, effectOf(receipt).id)
    return withoutSecret(webhook ?? missing('Webhook'))
  },
  deleteWebhook: () => true,
  testWebhook: changesNothing,
  resendWebhookDelivery: changesNothing,

  async uploadFile(_root, _args, { services, receipt }) {
    const fileId = readId('file', effectOf(receipt).id)
    const file = fileId && (await services.store.files([fileId])).get(fileId)
    return shownFile(file ?? missing('File'), services)
  },
  deleteFile: () => true,

  async updateProfile(_root, _args, { caller, services }) {
    const { id } = caller.user
    return (await services.store.users([id])).get(id) ?? missing('User')
  },
  createApiKey: async (_root, _args, { caller, services, receipt }) =>
    orThrow(await services.dropkit.recoverApiKey(caller, effectOf(receipt))),
  createPublishableKey: async (_root, _args, { caller, services, receipt }) =>
    orThrow(await services.dropkit.recoverApiKey(caller, effectOf(receipt))),
  revokeApiKey: () => true,
}

type Unused = unknown

async function recoverGrant(_root: Unused, _args: Unused, { caller, services, receipt }: Context) {
  return orThrow(await services.dropkit.recoverClaim(caller, effectOf(receipt).id))
}

async function recoverToken(_root: Unused, _args: Unused, { services, receipt }: Context) {
  const id = readId('token', effectOf(receipt).id)
  return (id && (await services.store.tokens([id])).get(id)) ?? missing('Token')
}

function recoverDrop(_root: Unused, _args: Unused, context: Context) {
  return dropOf(effectOf(context.receipt).id, context)
}

/** Also returns a drop that was deleted since then, because it existed when the request took effect. */
async function dropOf(dropId: string, { services }: Context) {
  const id = readId('drop', dropId)
  return (id && (await services.store.dropForSettlement(id))) ?? missing('Drop')
}

async function recoverClaim(_root: Unused, _args: Unused, { services, receipt }: Context) {
  const { id } = effectOf(receipt)
  const place = readClaimId(id)
  return (place && (await services.store.claims([place])).get(id)) ?? missing('Claim')
}

async function recoverExemption(_root: Unused, _args: Unused, { services, receipt }: Context) {
  const id = readId('exemption', effectOf(receipt).id)
  return (id && (await services.store.exemptions([id])).get(id)) ?? missing('Exemption')
}

function recoverIntent(_root: Unused, _args: Unused, context: Context) {
  return intentOf(effectOf(context.receipt).id, context)
}

async function intentOf(intentId: string, { services }: Context) {
  const id: PaymentIntentId | undefined = readId('intent', intentId)
  return (id && (await services.store.paymentIntents([id])).get(id)) ?? missing('Payment intent')
}

async function recoverWebhook(_root: Unused, _args: Unused, { caller, services, receipt }: Context) {
  return withSecret(orThrow(await services.dropkit.recoverWebhook(caller, effectOf(receipt).id)))
}

function effectOf(receipt: Context['receipt']): Effect {
  if (!receipt?.effect) throw new Error('invariant broken: nothing took effect')
  return receipt.effect
}

/** For mutations whose use cases declare no effect. A repeated request runs again. */
export function changesNothing(): never {
  throw new Error('invariant broken: this mutation takes no effect of which there is a record')
}

function missing(what: Missing): never {
  throw refusalError(notFound(what))
}

async function unmatchedOf(text: string, { services }: Context) {
  const id = readId('unmatched', text)
  return (id && (await services.store.unmatchedPayments([id])).get(id)) ?? missing('Unmatched payment')
}
