import type { Resolvers } from '../generated/resolver-types.ts'
import { BigIntScalar } from '../scalars/big-int.ts'
import { DateTimeScalar } from '../scalars/date-time.ts'
import { JsonScalar } from '../scalars/json.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { checkEligibility } from './claims/check-eligibility.ts'
import { claim } from './claims/claim.ts'
import { claimDrop } from './claims/claim-drop.ts'
import { claimDropResultFields, claimFields, claimParamsFields } from './claims/claim-fields.ts'
import { claimRandomDrop } from './claims/claim-random-drop.ts'
import { claims } from './claims/claims.ts'
import { confirmClaim } from './claims/confirm-claim.ts'
import { createClaim } from './claims/create-claim.ts'
import { prepareClaim } from './claims/prepare-claim.ts'
import { createDrop } from './drops/create-drop.ts'
import { deleteDrop } from './drops/delete-drop.ts'
import { drop } from './drops/drop.ts'
import { dropByShortcode } from './drops/drop-by-shortcode.ts'
import { dropDashboardStats } from './drops/drop-dashboard-stats.ts'
import { dropFields } from './drops/drop-fields.ts'
import { dropStatsFields } from './drops/drop-stats-fields.ts'
import { drops } from './drops/drops.ts'
import { myDrops } from './drops/my-drops.ts'
import { prepareDropFunding } from './drops/prepare-drop-funding.ts'
import { updateDrop } from './drops/update-drop.ts'
import { updateDropKey } from './drops/update-drop-key.ts'
import { claimNotifications } from './events/claim-notifications.ts'
import { dropUpdates } from './events/drop-updates.ts'
import { event } from './events/event.ts'
import { eventFields, platformEventFields } from './events/event-fields.ts'
import { eventStream } from './events/event-stream.ts'
import { events } from './events/events.ts'
import { paymentUpdates } from './events/payment-updates.ts'
import { platformEvents } from './events/platform-events.ts'
import { updateFields } from './events/update-fields.ts'
import { deleteFile } from './files/delete-file.ts'
import { uploadFile } from './files/upload-file.ts'
import { checkGatingEligibility } from './gating/check-gating-eligibility.ts'
import { gatingTemplates } from './gating/gating-templates.ts'
import { updateGatingConfig } from './gating/update-gating-config.ts'
import { approvePaymentIntent } from './payments/approve-payment-intent.ts'
import { cancelPaymentIntent } from './payments/cancel-payment-intent.ts'
import { confirmPaymentIntent } from './payments/confirm-payment-intent.ts'
import { createPaymentIntent } from './payments/create-payment-intent.ts'
import { paymentIntentFields, payoutFields, refundFields } from './payments/payment-fields.ts'
import { paymentIntent } from './payments/payment-intent.ts'
import { paymentIntents } from './payments/payment-intents.ts'
import { processRefund } from './payments/process-refund.ts'
import { retryPayout } from './payments/retry-payout.ts'
import { retryRefund } from './payments/retry-refund.ts'
import {
  assignUnmatchedPayment,
  returnUnmatchedPayment,
  unmatchedPaymentFields,
  unmatchedPayments,
} from './payments/unmatched-payments.ts'
import { withdrawProceeds } from './payments/withdraw-proceeds.ts'
import { service } from './service/service.ts'
import { confirmTokenDeployment } from './tokens/confirm-token-deployment.ts'
import { createToken } from './tokens/create-token.ts'
import { prepareTokenDeployment } from './tokens/prepare-token-deployment.ts'
import { token } from './tokens/token.ts'
import { tokenFields } from './tokens/token-fields.ts'
import { tokens } from './tokens/tokens.ts'
import { me } from './users/me.ts'
import { updateProfile } from './users/update-profile.ts'
import { user } from './users/user.ts'
import { userFields } from './users/user-fields.ts'
import { users } from './users/users.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { registerWebhook } from './webhooks/register-webhook.ts'
import { resendWebhookDelivery } from './webhooks/resend-webhook-delivery.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'
import { webhook } from './webhooks/webhook.ts'
import { webhookDeliveryFields, webhookFields } from './webhooks/webhook-fields.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** Every operation that there is, and the fields that are not simply there. */
export const resolvers = {
  BigInt: BigIntScalar,
  DateTime: DateTimeScalar,
  JSON: JsonScalar,
  Query: {
    paymentIntents,
    unmatchedPayments,
    paymentIntent,
    gatingTemplates,
    webhooks,
    webhook,
    events,
    platformEvents,
    event,
    dropDashboardStats,
    apiKeys,
    checkEligibility,
    checkGatingEligibility,
    claim,
    claims,
    drop,
    dropByShortcode,
    drops,
    me,
    myDrops,
    service,
    token,
    tokens,
    user,
    users,
  },
  Mutation: {
    createPaymentIntent,
    cancelPaymentIntent,
    approvePaymentIntent,
    processRefund,
    retryPayout,
    retryRefund,
    assignUnmatchedPayment,
    returnUnmatchedPayment,
    withdrawProceeds,
    confirmPaymentIntent,
    updateGatingConfig,
    registerWebhook,
    createWebhook,
    updateWebhook,
    rotateWebhookSecret,
    deleteWebhook,
    testWebhook,
    resendWebhookDelivery,
    deleteFile,
    uploadFile,
    updateProfile,
    claimDrop,
    claimRandomDrop,
    confirmClaim,
    prepareClaim,
    confirmTokenDeployment,
    createApiKey,
    createClaim,
    createDrop,
    createToken,
    deleteDrop,
    prepareDropFunding,
    prepareTokenDeployment,
    revokeApiKey,
    updateDrop,
    updateDropKey,
  },
  Subscription: {
    claimNotifications,
    dropUpdates,
    eventStream,
    paymentUpdates,
  },
  Claim: claimFields,
  ClaimDropResult: claimDropResultFields,
  ClaimParams: claimParamsFields,
  Drop: dropFields,
  DropDashboardStats: dropStatsFields,
  ClaimNotification: updateFields,
  DropUpdate: updateFields,
  Event: eventFields,
  PaymentIntent: paymentIntentFields,
  PaymentUpdate: updateFields,
  Payout: payoutFields,
  PlatformEvent: platformEventFields,
  Refund: refundFields,
  UnmatchedPayment: unmatchedPaymentFields,
  Token: tokenFields,
  User: userFields,
  Webhook: webhookFields,
  WebhookDelivery: webhookDeliveryFields,
} satisfies Resolvers
