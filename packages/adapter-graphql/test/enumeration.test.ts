// Whether an answer tells that something is there which its asker may not see. Each operation that takes an id is asked
// by a stranger for another's thing and for one that is not there.
import { claimLinkMessage, type DropId } from '@dropkit/core'
import {
  paidBy,
  present,
  sampleIntent,
  samplePayout,
  sampleRefund,
  sha256,
  testLinkSignature,
  testWallet,
} from '@dropkit/testing'
import { type GraphQLArgument, getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Api,
  createExecutableSchema,
  launchClaim,
  launchDrop,
  launchToken,
  noting,
  openApi,
  walletOf,
} from './api.ts'
import { buildWorld } from './authorization-world.ts'

const schema = createExecutableSchema()
const ID_NAME = /^(?:id|.*Id|shortcode|url)$/

/** Names of arguments and input fields that name a thing. */
function idsIn(argument: GraphQLArgument): readonly string[] {
  const type = getNamedType(argument.type)
  if (ID_NAME.test(argument.name)) return [argument.name]
  if (!isInputObjectType(type)) return []
  return Object.keys(type.getFields())
    .filter((name) => ID_NAME.test(name))
    .map((name) => `${argument.name}.${name}`)
}

const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap(idsIn).map((id) => `${type?.name}.${field.name}(${id})`),
  ),
)

interface World {
  readonly [thing: string]: string
}

/** How a thing is asked for; what it is when it is another's, and what when it is not there. */
interface Asked {
  readonly ask: (id: string) => string
  readonly of: keyof World
}

const wallet = walletOf(40)
const parsedWallet = testWallet(40)
const LINK = Buffer.from(sha256(new Uint8Array(32))).toString('base64url')
const hidden = (of: string, ask: Asked['ask']): Asked => ({ of, ask })

/** Of what is hidden from a stranger the answers are the same. */
const HIDDEN: Readonly<Record<string, Asked>> = {
  'Query.drop(id)': hidden('draft', (id) => `{ drop(id: "${id}") { id } }`),
  'Query.dropByShortcode(shortcode)': hidden(
    'draftCode',
    (id) => `{ dropByShortcode(shortcode: "${id}") { id } }`,
  ),
  'Query.dropAnalytics(id)': hidden('draft', (id) => `{ dropAnalytics(id: "${id}") { views } }`),
  'Query.dropDashboardStats(id)': hidden(
    'draft',
    (id) => `{ dropDashboardStats(id: "${id}") { totalClaims } }`,
  ),
  'Query.claim(id)': hidden('orphan', (id) => `{ claim(id: "${id}") { id } }`),
  'Query.claims(filter.dropId)': hidden('draft', (id) => `{ claims(filter: { dropId: "${id}" }) { id } }`),
  'Query.claimLink(dropId)': hidden('draft', (id) => `{ claimLink(dropId: "${id}", id: "${LINK}") { id } }`),
  'Query.claimLinks(dropId)': hidden('draft', (id) => `{ claimLinks(dropId: "${id}") { id } }`),
  'Query.humanChallenge(dropId)': hidden(
    'draft',
    (id) => `{ humanChallenge(dropId: "${id}", userAddress: "${wallet}") { text } }`,
  ),
  'Query.recipientMessage(dropId)': hidden(
    'draft',
    (id) => `{ recipientMessage(dropId: "${id}", userAddress: "${wallet}", recipient: "0x8") }`,
  ),
  'Query.lotteryEntry(dropId)': hidden(
    'draft',
    (id) => `{ lotteryEntry(dropId: "${id}", userAddress: "${wallet}") { rank } }`,
  ),
  'Query.lotteryWallets(dropId)': hidden('draft', (id) => `{ lotteryWallets(dropId: "${id}") }`),
  'Mutation.enterDrop(input.dropId)': hidden(
    'draft',
    (id) => `mutation { enterDrop(input: { dropId: "${id}", userAddress: "${wallet}" }) { rank } }`,
  ),
  'Mutation.claimWithLink(input.dropId)': hidden(
    'draft',
    (id) => `mutation { claimWithLink(input: { dropId: "${id}", linkId: "${LINK}", userAddress: "${wallet}",
      signature: "${testLinkSignature(new Uint8Array(32), claimLinkMessage(id, LINK, parsedWallet))}" }) { claim { id } } }`,
  ),
  'Query.paymentIntent(id)': hidden('intent', (id) => `{ paymentIntent(id: "${id}") { id } }`),
  'Query.paymentIntents(dropId)': hidden('draft', (id) => `{ paymentIntents(dropId: "${id}") { id } }`),
  'Query.payouts(dropId)': hidden('draft', (id) => `{ payouts(dropId: "${id}") { id } }`),
  'Query.checkEligibility(input.dropId)': hidden(
    'draft',
    (id) => `{ checkEligibility(input: { dropId: "${id}", walletAddress: "${wallet}" }) { eligible } }`,
  ),
  'Query.checkGatingEligibility(input.dropId)': hidden(
    'draft',
    (id) => `{ checkGatingEligibility(input: { dropId: "${id}", walletAddress: "${wallet}" }) { eligible } }`,
  ),
  'Query.event(id)': hidden('event', (id) => `{ event(id: "${id}") { id } }`),
  'Query.platformEvents(dropId)': hidden('draft', (id) => `{ platformEvents(dropId: "${id}") { id } }`),
  'Query.exemptions(dropId)': hidden('draft', (id) => `{ exemptions(dropId: "${id}") { id } }`),
  'Query.failingJobs(dropId)': hidden('draft', (id) => `{ failingJobs(dropId: "${id}") { kind } }`),
  'Mutation.revokeExemption(id)': hidden(
    'exemption',
    (id) => `mutation { revokeExemption(id: "${id}") { id } }`,
  ),
  'Query.webhook(id)': hidden('webhook', (id) => `{ webhook(id: "${id}") { id } }`),
  'Mutation.createClaim(input.dropId)': hidden(
    'draft',
    (id) => `mutation { createClaim(input: { dropId: "${id}", userAddress: "${wallet}" }) { id } }`,
  ),
  'Mutation.claimDrop(input.dropId)': hidden(
    'draft',
    (id) => `mutation { claimDrop(input: { dropId: "${id}", userAddress: "${wallet}" }) { claim { id } } }`,
  ),
  'Mutation.claimRandomDrop(input.dropId)': hidden(
    'draft',
    (id) => `mutation { claimRandomDrop(input: { dropId: "${id}", userAddress: "${wallet}" }) { success } }`,
  ),
  'Mutation.createPaymentIntent(input.dropId)': hidden(
    'draft',
    (id) =>
      `mutation { createPaymentIntent(input: { dropId: "${id}", walletAddress: "${wallet}", paymentMethod: "SUI" }) { id } }`,
  ),
  'Mutation.createDrop(input.gatingId)': hidden(
    'gating',
    (id) =>
      `mutation { createDrop(input: { title: "T", type: TOKEN, claimType: REGULAR, maxAmount: "1", gatingId: "${id}", existingTokenId: "${TOKEN}" }) { id } }`,
  ),
  'Mutation.confirmPaymentIntent(id)': hidden(
    'intent',
    (id) => `mutation { confirmPaymentIntent(id: "${id}") { id } }`,
  ),
  'Mutation.confirmPaymentIntent(input.id)': hidden(
    'intent',
    (id) => `mutation { confirmPaymentIntent(input: { id: "${id}" }) { id } }`,
  ),
  'Mutation.cancelPaymentIntent(id)': hidden(
    'intent',
    (id) => `mutation { cancelPaymentIntent(id: "${id}") { id } }`,
  ),
  'Mutation.approvePaymentIntent(id)': hidden(
    'intent',
    (id) => `mutation { approvePaymentIntent(id: "${id}") { id } }`,
  ),
  'Mutation.processRefund(input.paymentIntentId)': hidden(
    'intent',
    (id) => `mutation { processRefund(input: { paymentIntentId: "${id}" }) { id } }`,
  ),
  'Mutation.retryRefund(id)': hidden('refund', (id) => `mutation { retryRefund(id: "${id}") { id } }`),
  'Mutation.retryPayout(id)': hidden('payout', (id) => `mutation { retryPayout(id: "${id}") { id } }`),
  'Mutation.updateWebhook(input.id)': hidden(
    'webhook',
    (id) => `mutation { updateWebhook(input: { id: "${id}" }) { id } }`,
  ),
  'Mutation.updateWebhook(input.url)': hidden(
    'webhook',
    (id) => `mutation { updateWebhook(input: { id: "${id}", url: "https://a.example/" }) { id } }`,
  ),
  'Mutation.deleteWebhook(input.id)': hidden(
    'webhook',
    (id) => `mutation { deleteWebhook(input: { id: "${id}" }) }`,
  ),
  'Mutation.testWebhook(input.id)': hidden(
    'webhook',
    (id) => `mutation { testWebhook(input: { id: "${id}" }) { success } }`,
  ),
  'Mutation.rotateWebhookSecret(id)': hidden(
    'webhook',
    (id) => `mutation { rotateWebhookSecret(id: "${id}") { id } }`,
  ),
  'Mutation.resendWebhookDelivery(id)': hidden(
    'webhook',
    (id) => `mutation { resendWebhookDelivery(id: "${id}") { id } }`,
  ),
  'Mutation.revokeApiKey(id)': hidden('key', (id) => `mutation { revokeApiKey(id: "${id}") }`),
  'Mutation.deleteFile(input.url)': hidden(
    'file',
    (id) => `mutation { deleteFile(input: { url: "${id}" }) }`,
  ),
  'Mutation.updateDropKey(input.dropId)': hidden(
    'draft',
    (id) => `mutation { updateDropKey(input: { dropId: "${id}", reason: "r" }) { success error } }`,
  ),
}

/** What every caller may read, so that there is nothing to find out; or what answers about other users' objects by contract. */
const OPEN: readonly string[] = [
  // A link's id is known only to those who have the link.
  'Query.claimLink(id)',
  'Mutation.claimWithLink(input.linkId)',
  'Query.drops(filter.creatorId)',
  'Query.drops(filter.tokenId)',
  'Query.drops(filter.communityId)',
  'Query.token(id)',
  'Query.user(id)',
  'Mutation.prepareTokenDeployment(input.tokenId)',
  'Mutation.confirmTokenDeployment(input.tokenId)',
  'Mutation.createDrop(input.existingTokenId)',
  'Mutation.createDrop(input.communityId)',
  'Mutation.confirmClaim(input.claimId)',
  'Mutation.prepareClaim(claimId)',
  'Mutation.prepareSponsoredClaim(claimId)',
  // "Access denied" is what every mutation says that would change another's drop, a DRAFT too.
  'Mutation.updateDrop(id)',
  'Mutation.updateDrop(input.id)',
  'Mutation.updateDrop(input.gatingId)',
  'Mutation.deleteDrop(id)',
  'Mutation.deleteDrop(input.id)',
  'Mutation.updateGatingConfig(dropId)',
  'Mutation.grantExemption(input.dropId)',
  'Mutation.prepareDropFunding(input.dropId)',
  'Mutation.withdrawProceeds(input.dropId)',
  'Mutation.createClaimLinks(input.dropId)',
  'Mutation.revokeClaimLinks(input.dropId)',
  // For the operator alone, who may know what there is.
  'Mutation.assignUnmatchedPayment(input.id)',
  'Mutation.assignUnmatchedPayment(input.paymentIntentId)',
  'Mutation.returnUnmatchedPayment(id)',
  // Names of the caller's own.
  'Mutation.createDrop(input.shortcode)',
  'Mutation.updateDrop(input.shortcode)',
  'Mutation.registerWebhook(input.url)',
  'Mutation.createWebhook(input.url)',
]

/** Of a claim its drop is looked for, to see whether it is gone. That the claim was made has been public on the chain. */
const LOOKED_UP_FURTHER: readonly string[] = ['Query.claim(id)']

let TOKEN = ''
let api: Api
let world: World
let stranger: string
/** Of the store: how long an answer takes goes by these. */
const calls: string[] = []

/** A refund and a payout of the owner's, put where they are kept. */
async function transfersOf(dropId: string) {
  const { store } = api.ports
  const drop = present((await store.drops([dropId as DropId])).get(dropId as DropId), dropId)
  const paid = sampleIntent(drop, 900, { state: paidBy(900), refunding: 40n })
  const [refund, payout] = [sampleRefund(paid, 900), samplePayout(drop, 900)]
  await store.create({ insert: { paymentIntents: [paid], refunds: [refund], payouts: [payout] } })
  return { refund: refund.id, payout: payout.id }
}

beforeAll(async () => {
  api = await openApi(noting(calls))
  const built = await buildWorld(api, { name: 'hidden' })
  stranger = built.otherKey
  const draft = built['draftId'] ?? ''
  const first = async (query: string) => Object.values(await api.data(query))[0] as Record<string, unknown>
  const dropId = await launchDrop(api)
  const orphan = await launchClaim(api, dropId, walletOf(1))
  await api.data(`mutation { deleteDrop(id: "${dropId}") }`)
  const gating = await first(`mutation { updateGatingConfig(dropId: "${draft}", input: {
    rules: [{ key: "claim_count", operator: "<=", value: "5" }] }) { id } }`)
  const exemption = await first(`mutation { grantExemption(input: {
    dropId: "${draft}", walletAddress: "${wallet}", reason: "r" }) { id } }`)
  TOKEN = await launchToken(api, {}, { key: stranger })
  world = {
    draft,
    draftCode: built['draftShortcode'] ?? '',
    orphan,
    gating: String(gating['id']),
    exemption: String(exemption['id']),
    intent: built['intentId'] ?? '',
    ...(await transfersOf(built['pricedId'] ?? '')),
    webhook: built['webhookId'] ?? '',
    file: built['fileUrl'] ?? '',
    key: built['keyId'] ?? '',
    event: built['eventId'] ?? '',
  }
})
afterAll(() => api?.app.close())

/** The same kind of name, of nothing. */
const missing = (id: string): string =>
  id
    .replace(/[0-9a-f]{20,}/, (hex) => [...hex].map((digit) => (digit === '7' ? '8' : '7')).join(''))
    .replace('dhidden', 'dabsent')
    .replace(/^event_\d+$/, 'event_999999')

async function answerTo(query: string, id: string) {
  calls.length = 0
  const { status, body } = await api.call(query, {}, { key: stranger })
  const shown = JSON.stringify(body, (name, value) => (name === 'requestId' ? undefined : value))
  return { status, shown: shown.replaceAll(id, '…'), calls: calls.filter((name) => name !== 'credentials') }
}

test('of every argument that names something it is said whether it can be hidden', () => {
  expect([...Object.keys(HIDDEN), ...OPEN].toSorted(), 'add it to HIDDEN or to OPEN').toEqual(
    operations.toSorted(),
  )
})

describe('a stranger gets the same answer for foreign and for missing records', () => {
  test.each(Object.entries(HIDDEN))('%s', async (operation, { of, ask }) => {
    const id = world[of] ?? ''
    const absent = missing(id)
    expect(absent).not.toBe(id)
    // Once before, for a query takes longer the first time.
    await answerTo(ask(absent), absent)
    const [theirs, nobodys] = [await answerTo(ask(id), id), await answerTo(ask(absent), absent)]
    expect({ ...theirs, calls: [] }).toEqual({ ...nobodys, calls: [] })
    // As many steps are taken for the one as for the other.
    if (!LOOKED_UP_FURTHER.includes(operation)) expect(theirs.calls).toEqual(nobodys.calls)
  })
})
