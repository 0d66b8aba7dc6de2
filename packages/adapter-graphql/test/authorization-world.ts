// The records of one owner, and other callers, for the tests of what each caller may read and change.

import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { type Api, launchClaim, launchDrop, launchLottery, launchToken, walletOf } from './api.ts'
import type { World } from './authorization-table.ts'

export interface WorldTerms {
  /** Is part of all names that must be unique. Lower-case letters and digits. */
  readonly name: string
  /** Fields of the drop `dropId`. */
  readonly drop?: object
  /** The caller that makes the claim and the payment intent. Default: the owner. */
  readonly claimerKey?: string
}

/** Sets a user's e-mail address, which no operation does. */
export async function giveEmail({ ports }: Api, userId: string, email: string): Promise<void> {
  await ports.store.changeUser(userId as never, (user) => {
    if (!user) throw new Error('no user')
    return { result: null, update: { users: [{ ...user, email }] } }
  })
}

/** Creates one record of each kind for the owner of `api`, another user, and a revoked key. */
export async function buildWorld(api: Api, terms: WorldTerms): Promise<World> {
  const { name, drop = {}, claimerKey = api.key } = terms
  const other = await api.newUser(`other-${name}`)
  const one = async (query: string, key = api.key) =>
    Object.values(await api.data(query, {}, { key }))[0] as Record<string, string>
  const createKey = async () =>
    (await one('mutation { createApiKey(input: { name: "k" }) { secret apiKey { id } } }')) as unknown as {
      readonly secret: string
      readonly apiKey: { readonly id: string }
    }
  const [revoked, key] = [await createKey(), await createKey()]
  await one(`mutation { revokeApiKey(id: "${revoked.apiKey.id}") }`)
  const tokenId = await launchToken(api)
  const dropId = await launchDrop(api, { shortcode: `s${name}`, ...drop })
  const draftId = await launchDrop(api, {
    status: 'DRAFT',
    title: `Draft of ${name}`,
    shortcode: `d${name}`,
  })
  const claimId = await launchClaim(api, dropId, walletOf(1), { key: claimerKey })
  const pricedId = await launchDrop(api, { price: 1.5, supply: 10 })
  const lotteryDropId = await launchLottery(api)
  const checkedDropId = await launchDrop(api, { humanCheck: 'PROOF_OF_WORK' })
  await one(`mutation { enterDrop(input: { dropId: "${lotteryDropId}", userAddress: "0x7" }) { state } }`)
  const linkDropId = await launchDrop(api)
  const linkId = 'A'.repeat(43)
  await one(
    `mutation { createClaimLinks(input: { dropId: "${linkDropId}", publicKeys: ["${linkId}"] }) { count } }`,
  )
  const intent = await one(
    `mutation { createPaymentIntent(input: {
      dropId: "${pricedId}", walletAddress: "${walletOf(5)}", paymentMethod: "sui" }) { id intentId } }`,
    claimerKey,
  )
  const webhookHost = `${name}.example`
  const webhook = await one(
    `mutation { createWebhook(input: { url: "https://${webhookHost}/hook", events: ["*"] }) { id secret } }`,
  )
  const file = await one(
    'mutation { uploadFile(input: { file: "aGVsbG8=", filename: "a.txt", contentType: "text/plain" }) { url } }',
  )
  const exemption = await one(`mutation { grantExemption(input: {
    dropId: "${dropId}", walletAddress: "${walletOf(8)}", reason: "a friend" }) { id } }`)
  const [event] = (await api.data('{ events(types: ["drop.created"], limit: 1) { id } }')).events
  return {
    ownerId: api.ownerId,
    otherId: other.id,
    otherKey: other.key,
    revokedKey: revoked.secret,
    keyId: key.apiKey.id,
    tokenId,
    dropId,
    draftId,
    exemptionId: exemption['id'] ?? '',
    claimId,
    lotteryDropId,
    checkedDropId,
    linkDropId,
    linkId,
    pricedId,
    intentId: intent['id'] ?? '',
    publicIntentId: intent['intentId'] ?? '',
    webhookId: webhook['id'] ?? '',
    webhookSecret: webhook['secret'] ?? '',
    webhookHost,
    fileUrl: file['url'] ?? '',
    eventId: event.id,
    shortcode: `s${name}`,
    draftShortcode: `d${name}`,
    draftTitle: `Draft of ${name}`,
  }
}

// Asks for everything that can be reached from a root field, field by field, as deep as one query may go.

/** Levels below the root field: everything once again below everything else, within the limits of a query. */
const LEVELS = 3
/** Few at a time: what could be shown at all is among the newest. */
const FEW = 3

type Field = GraphQLField<unknown, unknown>

const isList = ({ type }: Field) => isListType(getNullableType(type))

export const edgeOf = (type: GraphQLObjectType, field: Field) => `${type.name}.${field.name}`

/** All fields of a type, and all of theirs; `edges` notes which were asked for. */
export function everythingBelow(type: GraphQLObjectType, edges: Set<string>, levels = LEVELS): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const below = getNamedType(field.type)
    if (field.args.some(isRequiredArgument))
      throw new Error(`${edgeOf(type, field)} wants arguments: give it some`)
    if (isObjectType(below) && levels === 0) return []
    edges.add(edgeOf(type, field))
    if (!isObjectType(below)) return [field.name]
    const few = isList(field) && field.args.some(({ name }) => name === 'limit') ? `(limit: ${FEW})` : ''
    return [`${field.name}${few} ${everythingBelow(below, edges, levels - 1)}`]
  })
  return `{ ${['__typename', ...parts].join(' ')} }`
}

/** Which fields of which types were answered with something, by what is named __typename in an answer. */
export function answeredIn(data: unknown, found: Set<string>): void {
  if (Array.isArray(data)) for (const one of data) answeredIn(one, found)
  if (typeof data !== 'object' || data === null) return
  const { __typename: name, ...fields } = data as Record<string, unknown>
  for (const [field, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue
    if (typeof name === 'string') found.add(`${name}.${field}`)
    // What is JSON has no fields of ours.
    if (typeof value === 'object') answeredIn(value, found)
  }
}
