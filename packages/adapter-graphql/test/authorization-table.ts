// Who may do what with the things of another: what authorization.test.ts holds every operation to, and what the
// reference of operations tells.

/** Things of the owner, and other people. */
export interface World {
  readonly ownerId: string
  readonly otherKey: string
  readonly revokedKey: string
  readonly [id: string]: string
}

/**
 * What a caller is answered: `data`, `null`, an empty list or `false` (without an error), what it gets of an object, or
 * an error by its message or code.
 */
export type Answer = 'data' | 'null' | 'empty' | 'false' | { readonly error: string }

export interface Expected {
  /** As it is asked; of the owner's things. */
  readonly ask: (world: World) => string
  readonly other: Answer
  readonly owner: Answer
}

export const DENIED = { error: 'Access denied' }
const missing = (what: string): Answer => ({ error: `${what} not found` })
const open = (ask: Expected['ask']): Expected => ({ ask, other: 'data', owner: 'data' })
const own = (ask: Expected['ask'], other: Answer, owner: Answer = 'data'): Expected => ({ ask, other, owner })
/** A signed eligibility result of a wallet, as a GraphQL text. */
const statementOn = (dropId = ''): string =>
  JSON.stringify(JSON.stringify({ kind: 'dropkit.eligibility.v1', dropId, walletAddress: '0x1', checks: [] }))
const HASH = '1'.repeat(44)
const LINK = 'A'.repeat(43)

export const EXPECTED: { readonly [field: string]: readonly Expected[] } = {
  'Query.apiKeys': [open(() => 'apiKeys')],
  'Query.checkEligibility': [
    open((w) => `checkEligibility(input: { dropId: "${w['dropId']}", walletAddress: "0x1" })`),
    own(
      (w) => `checkEligibility(input: { dropId: "${w['draftId']}", walletAddress: "0x1" })`,
      missing('Drop'),
    ),
  ],
  'Query.checkGatingEligibility': [
    open((w) => `checkGatingEligibility(input: { dropId: "${w['dropId']}", walletAddress: "0x1" })`),
    own(
      (w) => `checkGatingEligibility(input: { dropId: "${w['draftId']}", walletAddress: "0x1" })`,
      missing('Drop'),
    ),
  ],
  'Query.claim': [open((w) => `claim(id: "${w['claimId']}")`)],
  'Query.claims': [
    own(() => 'claims', 'empty'),
    open((w) => `claims(filter: { dropId: "${w['dropId']}" })`),
    own((w) => `claims(filter: { dropId: "${w['draftId']}" })`, 'empty', 'empty'),
  ],
  'Query.claimLink': [
    open((w) => `claimLink(dropId: "${w['linkDropId']}", id: "${w['linkId']}")`),
    own((w) => `claimLink(dropId: "${w['draftId']}", id: "${w['linkId']}")`, 'null', 'null'),
  ],
  'Query.claimLinks': [
    own((w) => `claimLinks(dropId: "${w['linkDropId']}")`, DENIED),
    own((w) => `claimLinks(dropId: "${w['draftId']}")`, missing('Drop'), 'empty'),
  ],
  'Query.recipientMessage': [
    open((w) => `recipientMessage(dropId: "${w['dropId']}", userAddress: "0x7", recipient: "0x8")`),
    own(
      (w) => `recipientMessage(dropId: "${w['draftId']}", userAddress: "0x7", recipient: "0x8")`,
      missing('Drop'),
    ),
  ],
  'Query.creator': [open(() => 'creator(username: "owner")')],
  'Query.humanChallenge': [
    open((w) => `humanChallenge(dropId: "${w['checkedDropId']}", userAddress: "0x7")`),
    own((w) => `humanChallenge(dropId: "${w['draftId']}", userAddress: "0x7")`, missing('Drop'), 'null'),
  ],
  'Query.lotteryEntry': [
    open((w) => `lotteryEntry(dropId: "${w['lotteryDropId']}", userAddress: "0x7")`),
    own((w) => `lotteryEntry(dropId: "${w['draftId']}", userAddress: "0x7")`, missing('Drop'), 'null'),
  ],
  'Query.lotteryWallets': [
    own((w) => `lotteryWallets(dropId: "${w['lotteryDropId']}")`, 'empty', 'empty'),
    own((w) => `lotteryWallets(dropId: "${w['draftId']}")`, missing('Drop'), 'empty'),
  ],
  'Query.drop': [
    open((w) => `drop(id: "${w['dropId']}")`),
    own((w) => `drop(id: "${w['draftId']}")`, 'null'),
  ],
  'Query.dropByShortcode': [
    open((w) => `dropByShortcode(shortcode: "${w['shortcode']}")`),
    own((w) => `dropByShortcode(shortcode: "${w['draftShortcode']}")`, 'null'),
  ],
  'Query.dropAnalytics': [
    own((w) => `dropAnalytics(id: "${w['dropId']}")`, DENIED),
    own((w) => `dropAnalytics(id: "${w['draftId']}")`, missing('Drop')),
  ],
  'Query.dropDashboardStats': [
    own((w) => `dropDashboardStats(id: "${w['dropId']}")`, DENIED),
    own((w) => `dropDashboardStats(id: "${w['draftId']}")`, missing('Drop')),
  ],
  'Query.drops': [open(() => 'drops'), own(() => 'drops(filter: { status: DRAFT })', 'empty')],
  'Query.event': [own((w) => `event(id: "${w['eventId']}")`, 'null')],
  'Query.events': [own(() => 'events', 'empty')],
  'Query.exemptions': [
    own((w) => `exemptions(dropId: "${w['dropId']}")`, DENIED, 'data'),
    own((w) => `exemptions(dropId: "${w['draftId']}")`, missing('Drop'), 'empty'),
  ],
  'Query.failingJobs': [
    own(() => 'failingJobs', DENIED, DENIED),
    own((w) => `failingJobs(dropId: "${w['dropId']}")`, DENIED, 'empty'),
    own((w) => `failingJobs(dropId: "${w['draftId']}")`, missing('Drop'), 'empty'),
  ],
  'Query.gatingTemplates': [open(() => 'gatingTemplates')],
  'Query.me': [open(() => 'me')],
  'Query.myDrops': [own(() => 'myDrops', 'empty')],
  'Query.paymentIntent': [own((w) => `paymentIntent(id: "${w['intentId']}")`, 'null')],
  'Query.paymentIntents': [
    own(() => 'paymentIntents', 'empty'),
    own((w) => `paymentIntents(dropId: "${w['pricedId']}")`, 'empty'),
  ],
  'Query.payouts': [own((w) => `payouts(dropId: "${w['pricedId']}")`, 'empty', 'empty')],
  'Query.platformEvents': [
    own(() => 'platformEvents', 'empty'),
    own((w) => `platformEvents(dropId: "${w['dropId']}")`, 'empty'),
  ],
  'Query.publicDrops': [open(() => 'publicDrops(username: "owner")')],
  'Query.replayEligibility': [
    own((w) => `replayEligibility(input: { statement: ${statementOn(w['dropId'])}, signature: "" })`, DENIED),
    own(
      (w) => `replayEligibility(input: { statement: ${statementOn(w['draftId'])}, signature: "" })`,
      missing('Drop'),
    ),
  ],
  'Query.service': [open(() => 'service')],
  // The service of this test has no limit on stored bytes.
  'Query.storedBytes': [own(() => 'storedBytes', 'null', 'null')],
  'Query.token': [open((w) => `token(id: "${w['tokenId']}")`)],
  'Query.tokens': [open(() => 'tokens')],
  'Query.unmatchedPayments': [own(() => 'unmatchedPayments', DENIED, DENIED)],
  'Query.user': [open((w) => `user(id: "${w.ownerId}")`)],
  'Query.users': [open(() => 'users')],
  'Query.webhook': [own((w) => `webhook(id: "${w['webhookId']}")`, 'null')],
  'Query.webhooks': [own(() => 'webhooks', 'empty')],

  'Mutation.approvePaymentIntent': [
    own((w) => `approvePaymentIntent(id: "${w['intentId']}")`, missing('Payment intent'), {
      error: 'INVALID_TRANSITION',
    }),
  ],
  // For the operator, who does not exist in this test.
  'Mutation.assignUnmatchedPayment': [
    own(() => `assignUnmatchedPayment(input: { id: "x", paymentIntentId: "y" })`, DENIED, DENIED),
  ],
  'Mutation.cancelPaymentIntent': [
    own((w) => `cancelPaymentIntent(id: "${w['intentId']}")`, missing('Payment intent')),
  ],
  'Mutation.claimDrop': [
    open((w) => `claimDrop(input: { dropId: "${w['dropId']}", userAddress: "0x7" })`),
    own((w) => `claimDrop(input: { dropId: "${w['draftId']}", userAddress: "0x7" })`, missing('Drop'), {
      error: 'DROP_NOT_ACTIVE',
    }),
  ],
  'Mutation.claimRandomDrop': [
    own(
      (w) => `claimRandomDrop(input: { dropId: "${w['draftId']}", userAddress: "0x7" })`,
      missing('Drop'),
      'data',
    ),
  ],
  'Mutation.enterDrop': [
    open((w) => `enterDrop(input: { dropId: "${w['lotteryDropId']}", userAddress: "0x7" })`),
    own((w) => `enterDrop(input: { dropId: "${w['draftId']}", userAddress: "0x7" })`, missing('Drop'), {
      error: 'WRONG_OPERATION',
    }),
  ],
  'Mutation.claimWithLink': [
    own(
      (w) =>
        `claimWithLink(input: { dropId: "${w['dropId']}", linkId: "${LINK}", userAddress: "0x7", signature: "x" })`,
      { error: 'LINK_SIGNATURE_INVALID' },
      { error: 'LINK_SIGNATURE_INVALID' },
    ),
  ],
  'Mutation.confirmClaim': [
    own(
      (w) => `confirmClaim(input: { claimId: "${w['claimId']}", txHash: "${HASH}" })`,
      { error: 'TX_NOT_FOUND' },
      {
        error: 'TX_NOT_FOUND',
      },
    ),
  ],
  'Mutation.confirmPaymentIntent': [
    own((w) => `confirmPaymentIntent(id: "${w['intentId']}")`, missing('Payment intent')),
  ],
  'Mutation.confirmTokenDeployment': [
    own((w) => `confirmTokenDeployment(input: { tokenId: "${w['tokenId']}", txHash: "${HASH}" })`, DENIED, {
      error: 'TX_NOT_FOUND',
    }),
  ],
  'Mutation.createApiKey': [open(() => 'createApiKey(input: { name: "k" })')],
  'Mutation.createPublishableKey': [
    open(() => 'createPublishableKey(input: { name: "k", origins: ["https://shop.example"] })'),
  ],
  'Mutation.createClaim': [
    open((w) => `createClaim(input: { dropId: "${w['dropId']}", userAddress: "0x7" })`),
    own((w) => `createClaim(input: { dropId: "${w['draftId']}", userAddress: "0x7" })`, missing('Drop'), {
      error: 'DROP_NOT_ACTIVE',
    }),
  ],
  'Mutation.createClaimLinks': [
    own((w) => `createClaimLinks(input: { dropId: "${w['dropId']}", count: 1 })`, DENIED),
    own((w) => `createClaimLinks(input: { dropId: "${w['draftId']}", count: 1 })`, DENIED),
  ],
  'Mutation.createDrop': [
    open(
      (
        w,
      ) => `createDrop(input: { title: "T", type: TOKEN, claimType: REGULAR, maxAmount: "10", tokenAmount: "1",
        existingTokenId: "${w['tokenId']}" })`,
    ),
  ],
  'Mutation.createPaymentIntent': [
    open(
      (w) =>
        `createPaymentIntent(input: { dropId: "${w['pricedId']}", walletAddress: "0x6", paymentMethod: "sui" })`,
    ),
    own(
      (w) =>
        `createPaymentIntent(input: { dropId: "${w['draftId']}", walletAddress: "0x6", paymentMethod: "sui" })`,
      missing('Drop'),
      { error: 'BAD_USER_INPUT' },
    ),
  ],
  'Mutation.createToken': [open(() => 'createToken(input: { name: "G", symbol: "G", supply: 1 })')],
  'Mutation.createWebhook': [
    open(() => 'createWebhook(input: { url: "https://example.com/x", events: ["*"] })'),
  ],
  'Mutation.deleteDrop': [
    own((w) => `deleteDrop(id: "${w['dropId']}")`, DENIED),
    own((w) => `deleteDrop(id: "${w['draftId']}")`, DENIED),
  ],
  'Mutation.deleteFile': [own((w) => `deleteFile(input: { url: "${w['fileUrl']}" })`, missing('File'))],
  'Mutation.deleteWebhook': [
    own((w) => `deleteWebhook(input: { id: "${w['webhookId']}" })`, missing('Webhook')),
  ],
  'Mutation.prepareClaim': [open((w) => `prepareClaim(claimId: "${w['claimId']}")`)],
  'Mutation.prepareSponsoredClaim': [
    own((w) => `prepareSponsoredClaim(claimId: "${w['claimId']}")`, 'null', 'null'),
  ],
  'Mutation.submitSponsoredClaim': [
    own(
      () => 'submitSponsoredClaim(input: { sponsorship: "x", signature: "x" })',
      { error: 'BAD_USER_INPUT' },
      { error: 'BAD_USER_INPUT' },
    ),
  ],
  'Mutation.prepareDropFunding': [
    own((w) => `prepareDropFunding(input: { dropId: "${w['dropId']}", senderAddress: "0x1" })`, DENIED, {
      error: 'CONFLICT',
    }),
    own((w) => `prepareDropFunding(input: { dropId: "${w['draftId']}", senderAddress: "0x1" })`, DENIED, {
      error: 'CONFLICT',
    }),
  ],
  'Mutation.prepareTokenDeployment': [
    own((w) => `prepareTokenDeployment(input: { tokenId: "${w['tokenId']}", senderAddress: "0x1" })`, DENIED),
  ],
  'Mutation.processRefund': [
    own((w) => `processRefund(input: { paymentIntentId: "${w['intentId']}" })`, missing('Payment intent'), {
      error: 'REFUND_EXCEEDS_PAYMENT',
    }),
  ],
  'Mutation.registerWebhook': [
    open(() => 'registerWebhook(input: { url: "https://example.com/x", events: ["*"] })'),
  ],
  'Mutation.resendWebhookDelivery': [
    own(() => 'resendWebhookDelivery(id: "x")', missing('Webhook delivery'), missing('Webhook delivery')),
  ],
  'Mutation.retryPayout': [
    own(() => `retryPayout(id: "payout_${'0'.repeat(32)}")`, missing('Payout'), missing('Payout')),
  ],
  'Mutation.retryJob': [own(() => 'retryJob(kind: "sweep", subject: "store")', DENIED, DENIED)],
  'Mutation.retryRefund': [
    own(() => `retryRefund(id: "refund_${'0'.repeat(32)}")`, missing('Refund'), missing('Refund')),
  ],
  'Mutation.revokeApiKey': [own((w) => `revokeApiKey(id: "${w['keyId']}")`, missing('API key'))],
  'Mutation.revokeClaimLinks': [
    own((w) => `revokeClaimLinks(input: { dropId: "${w['linkDropId']}", ids: ["${w['linkId']}"] })`, DENIED),
    own(
      (w) => `revokeClaimLinks(input: { dropId: "${w['draftId']}", ids: ["${w['linkId']}"] })`,
      DENIED,
      missing('Claim link'),
    ),
  ],
  'Mutation.rotateWebhookSecret': [
    own((w) => `rotateWebhookSecret(id: "${w['webhookId']}")`, missing('Webhook')),
  ],
  'Mutation.testWebhook': [own((w) => `testWebhook(input: { id: "${w['webhookId']}" })`, missing('Webhook'))],
  'Mutation.returnUnmatchedPayment': [own(() => 'returnUnmatchedPayment(id: "x")', DENIED, DENIED)],
  'Mutation.updateDrop': [
    own((w) => `updateDrop(id: "${w['dropId']}", input: { title: "X" })`, DENIED),
    own((w) => `updateDrop(id: "${w['draftId']}", input: { title: "X" })`, DENIED),
  ],
  // Refuses every caller, and does nothing.
  'Mutation.updateDropKey': [
    open((w) => `updateDropKey(input: { dropId: "${w['dropId']}", reason: "r" })`),
    open((w) => `updateDropKey(input: { dropId: "${w['draftId']}", reason: "r" })`),
  ],
  'Mutation.grantExemption': [
    own(
      (w) => `grantExemption(input: { dropId: "${w['dropId']}", walletAddress: "0x1", reason: "r" })`,
      DENIED,
    ),
    own(
      (w) => `grantExemption(input: { dropId: "${w['draftId']}", walletAddress: "0x1", reason: "r" })`,
      DENIED,
    ),
  ],
  'Mutation.revokeExemption': [
    own((w) => `revokeExemption(id: "${w['exemptionId']}")`, missing('Exemption')),
  ],
  'Mutation.updateGatingConfig': [
    own((w) => `updateGatingConfig(dropId: "${w['dropId']}", input: { isActive: false })`, DENIED),
    own((w) => `updateGatingConfig(dropId: "${w['draftId']}", input: { isActive: false })`, DENIED),
  ],
  'Mutation.updateProfile': [open(() => 'updateProfile(input: { bio: "b" })')],
  'Mutation.updateWebhook': [
    own((w) => `updateWebhook(input: { id: "${w['webhookId']}", isActive: false })`, missing('Webhook')),
  ],
  'Mutation.uploadFile': [
    open(() => 'uploadFile(input: { file: "aGk=", filename: "b.txt", contentType: "text/plain" })'),
  ],
  'Mutation.withdrawProceeds': [
    own((w) => `withdrawProceeds(input: { dropId: "${w['pricedId']}", toAddress: "0x1" })`, DENIED, {
      error: 'CONFLICT',
    }),
  ],

  'Subscription.claimNotifications': [own((w) => `claimNotifications(userId: "${w.ownerId}")`, DENIED)],
  'Subscription.dropUpdates': [
    open((w) => `dropUpdates(dropId: "${w['dropId']}")`),
    own((w) => `dropUpdates(dropId: "${w['draftId']}")`, missing('Drop')),
  ],
  // Another user's stream is there and stays silent: see the tests of subscriptions.
  'Subscription.eventStream': [open(() => 'eventStream')],
  'Subscription.paymentUpdates': [
    own((w) => `paymentUpdates(paymentIntentId: "${w['intentId']}")`, missing('Payment intent')),
  ],
}
