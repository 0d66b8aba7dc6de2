import { type Effect, type Missing, readClaimId } from '@dropkit/core'
import { notFound, readId } from '@dropkit/core/internal'
import type { Context } from '../context.ts'
import { orThrow, refusalError } from '../errors/refusal-error.ts'
import { drawnMessage, shownDraw } from '../resolvers/claims.ts'
import { shownFile } from '../resolvers/files.ts'
import type { Mutations } from '../resolvers/operation.ts'
import { withoutSecret, withSecret } from '../resolvers/webhooks.ts'

/**
 * The answer of a mutation if an earlier attempt took effect but its answer was lost: the current state of the record that
 * its use case has stated as its effect. Nothing is done again. A mutation without an effect runs again.
 */
export function recoverAnswer(name: string): MutationResolver {
  return (SPECIAL_ANSWERS[name as keyof Mutations] as MutationResolver | undefined) ?? recoverRecord
}

type MutationResolver = (root: unknown, args: never, context: Context, info: never) => unknown

function recoverRecord(_root: Unused, _args: Unused, context: Context) {
  const { kind, id } = effectOf(context.record)
  switch (kind) {
    case 'token':
      return recoverToken(id, context)
    case 'drop':
      return dropOf(id, context)
    case 'exemption':
      return recoverExemption(id, context)
    case 'claim':
      return claimOf(id, context)
    case 'intent':
      return intentOf(id, context)
    default:
      throw new Error(`invariant broken: an effect of kind ${kind} has its own answer`)
  }
}

/** Mutations whose answer is not the record of their effect. */
const SPECIAL_ANSWERS: Partial<Mutations> = {
  // Uses the id in the request, whatever else the mutation has changed. For example, cancelling a drop also cancels
  // intents.
  updateDrop: (_root, { id, input }, context) => dropOf(id ?? input.id ?? '', context),
  deleteDrop: () => true,
  updateGatingConfig: async (_root, { dropId }, context) =>
    (await dropOf(dropId, context)).gating ?? missing('Gating config'),

  claimDrop: recoverGrant,
  claimWithLink: recoverGrant,
  enterDrop: async (_root, { input }, { caller, services }) =>
    orThrow(await services.dropkit.readLotteryEntry(caller, input)) ?? missing('Drop'),
  createClaimLinks: async (_root, { input }, { caller, services, record }) =>
    orThrow(await services.dropkit.recoverClaimLinks(caller, input, effectOf(record))),
  // It is no longer known how many were not revoked before. All are revoked now.
  revokeClaimLinks: (_root, { input }) => input.ids.length,
  async claimRandomDrop(_root, _args, context) {
    const claim = await claimOf(effectOf(context.record).id, context)
    const shown = await shownDraw(claim, context.loaders)
    return { success: true, message: drawnMessage(claim, shown.revealsAt), code: null, claim, ...shown }
  },

  confirmPaymentIntent: (_root, { id, input }, context) => intentOf(id ?? input?.id ?? '', context),
  cancelPaymentIntent: (_root, { id }, context) => intentOf(id, context),
  approvePaymentIntent: (_root, { id }, context) => intentOf(id, context),
  async processRefund(_root, _args, { services, record }) {
    const refundId = readId('refund', effectOf(record).id)
    const refunds = await services.store.refunds(refundId ? [refundId] : [])
    return (refundId && refunds.get(refundId)) ?? missing('Payment intent')
  },
  assignUnmatchedPayment: (_root, { input }, context) => unmatchedOf(input.id, context),
  returnUnmatchedPayment: (_root, { id }, context) => unmatchedOf(id, context),
  async withdrawProceeds(_root, { input }, { services, record }) {
    const dropId = readId('drop', input.dropId)
    const payoutId = readId('payout', effectOf(record).id)
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

  createWebhook: recoverWebhook,
  registerWebhook: recoverWebhook,
  rotateWebhookSecret: recoverWebhook,
  async updateWebhook(_root, _args, { caller, services, record }) {
    const webhook = await services.dropkit.readWebhook(caller, effectOf(record).id)
    return withoutSecret(webhook ?? missing('Webhook'))
  },
  deleteWebhook: () => true,

  async uploadFile(_root, _args, { services, record }) {
    const fileId = readId('file', effectOf(record).id)
    const file = fileId && (await services.store.files([fileId])).get(fileId)
    return shownFile(file ?? missing('File'), services)
  },
  deleteFile: () => true,

  async updateProfile(_root, _args, { caller, services }) {
    const { id } = caller.user
    return (await services.store.users([id])).get(id) ?? missing('User')
  },
  createApiKey: async (_root, _args, { caller, services, record }) =>
    orThrow(await services.dropkit.recoverApiKey(caller, effectOf(record))),
  createPublishableKey: async (_root, _args, { caller, services, record }) =>
    orThrow(await services.dropkit.recoverApiKey(caller, effectOf(record))),
  revokeApiKey: () => true,
}

type Unused = unknown

async function recoverGrant(_root: Unused, _args: Unused, { caller, services, record }: Context) {
  return orThrow(await services.dropkit.recoverClaim(caller, effectOf(record).id))
}

async function recoverToken(text: string, { services }: Context) {
  const id = readId('token', text)
  return (id && (await services.store.tokens([id])).get(id)) ?? missing('Token')
}

/** Also returns a drop that was deleted since then, because it existed when the request took effect. */
async function dropOf(dropId: string, { services }: Context) {
  const id = readId('drop', dropId)
  return (id && (await services.store.dropForSettlement(id))) ?? missing('Drop')
}

async function claimOf(id: string, { services }: Context) {
  const place = readClaimId(id)
  return (place && (await services.store.claims([place])).get(id)) ?? missing('Claim')
}

async function recoverExemption(text: string, { services }: Context) {
  const id = readId('exemption', text)
  return (id && (await services.store.exemptions([id])).get(id)) ?? missing('Exemption')
}

/** By either of its ids, as the request may name it. */
const intentOf = async (id: string, { caller, services }: Context) =>
  orThrow(await services.dropkit.readPaymentIntent(caller, id))

async function recoverWebhook(_root: Unused, _args: Unused, { caller, services, record }: Context) {
  return withSecret(orThrow(await services.dropkit.recoverWebhook(caller, effectOf(record).id)))
}

function effectOf(record: Context['record']): Effect {
  if (!record?.effect) throw new Error('invariant broken: nothing took effect')
  return record.effect
}

function missing(what: Missing): never {
  throw refusalError(notFound(what))
}

async function unmatchedOf(text: string, { services }: Context) {
  const id = readId('unmatched', text)
  return (id && (await services.store.unmatchedPayments([id])).get(id)) ?? missing('Unmatched payment')
}
