import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
  validate,
} from 'graphql'
import { getVariableValues } from 'graphql/execution/values.js'
import {
  COIN,
  DROP,
  EXEMPTION,
  INTENT,
  LINK,
  SUI_COIN,
  TOKEN,
  TX_HASH,
  UPLOAD,
  USER,
  WALLET,
  WEBHOOK,
} from './markdown.ts'
import { type Operation, schema } from './type-tables.ts'

/** Optional fields that the examples contain, because they would be hard to understand without them. */
const SHOWN: { readonly [owner: string]: readonly string[] } = {
  CreateDropInput: ['tokenAmount', 'existingTokenId'],
  CreateClaimLinksInput: ['count'],
  UpdateDropInput: ['status'],
  UpdateGatingConfigInput: ['rules'],
  UpdateProfileInput: ['displayName', 'accentColor', 'links'],
  UpdateWebhookInput: ['events'],
  updateDrop: ['id'],
  deleteDrop: ['id'],
  confirmPaymentIntent: ['id', 'txHash'],
  approvePaymentIntent: ['seen'],
  platformEvents: ['dropId'],
  events: ['since', 'types'],
  eventStream: ['types'],
  drops: ['filter'],
  DropFilter: ['status'],
  claims: ['filter'],
  ClaimFilter: ['dropId'],
}

/** Example values by field name. `owner.name` takes precedence over a name alone. */
const VALUES: { readonly [name: string]: unknown } = {
  'ApiKey.id': 'key_0192f0c8a1b27cc39d4e5f60718293a4',
  'revokeApiKey.id': 'key_0192f0c8a1b27cc39d4e5f60718293a4',
  'token.id': TOKEN,
  'user.id': USER,
  'claimLink.id': LINK,
  'RevokeClaimLinksInput.ids': [LINK],
  'CreateClaimLinksInput.count': 100,
  linkId: LINK,
  signature: `${'o9Xc2'.repeat(17)}A`,
  'claim.id': `claim_${DROP.slice('drop_'.length)}_7`,
  'event.id': 'event_42',
  'paymentIntent.id': INTENT,
  'cancelPaymentIntent.id': INTENT,
  'approvePaymentIntent.id': INTENT,
  'confirmPaymentIntent.id': INTENT,
  'SeenPaymentInput.receivedAtomic': '1499999999',
  'SeenPaymentInput.receivedCoinType': SUI_COIN,
  'retryJob.kind': 'close_vault',
  'retryJob.subject': DROP,
  'webhook.id': WEBHOOK,
  'rotateWebhookSecret.id': WEBHOOK,
  'UpdateWebhookInput.id': WEBHOOK,
  'DeleteWebhookInput.id': WEBHOOK,
  'TestWebhookInput.id': WEBHOOK,
  'resendWebhookDelivery.id': 'delivery_0192f0c8a1b27cc39d4e5f60718293a4',
  'CreateApiKeyInput.name': 'shop',
  'CreatePublishableKeyInput.name': 'shop',
  'CreatePublishableKeyInput.origins': ['https://shop.example'],
  'CreateTokenInput.name': 'Pepper',
  'DeleteFileInput.url': UPLOAD,
  'GatingRuleInput.key': 'token_balance',
  'GatingRuleInput.operator': '>=',
  'GatingRuleInput.value': '1000',
  'recipientMessage.recipient': `0x${'7'.repeat(64)}`,
  'RecipientInput.message': 'Deliver my claim to another address\n\n…',
  'revokeExemption.id': EXEMPTION,
  'GrantExemptionInput.reason': 'Won the art contest',
  'ReplayEligibilityInput.statement': `{"kind":"dropkit.eligibility.v1","dropId":"${DROP}","walletAddress":"${WALLET}","checks":[]}`,
  'ReplayEligibilityInput.signature': 'fGQ5…3Bw==',
  'UpdateDropInput.status': 'PAUSED',
  'DropFilter.status': 'ACTIVE',
  id: DROP,
  dropId: DROP,
  tokenId: TOKEN,
  existingTokenId: TOKEN,
  claimId: `claim_${DROP.slice('drop_'.length)}_7`,
  paymentIntentId: INTENT,
  userId: USER,
  userAddress: WALLET,
  walletAddress: WALLET,
  senderAddress: WALLET,
  toAddress: WALLET,
  shortcode: 'pepper-for-all',
  title: 'Pepper for all',
  type: 'TOKEN',
  maxAmount: '10000',
  tokenAmount: '100',
  symbol: 'PEPPER',
  supply: '1000000',
  coinType: COIN,
  txHash: TX_HASH,
  sponsorship: 'djEuNzg1NmEy',
  reason: 'the old one may have leaked',
  displayName: 'Maria',
  username: 'maria',
  accentColor: '#0b6e4f',
  links: ['https://maria.example', 'https://x.com/maria'],
  paymentMethod: 'sui',
  url: 'https://receiver.example/hook',
  events: ['drop.claimed', 'claim.*'],
  types: ['drop.*'],
  since: 'event_42',
  file: 'aGVsbG8=',
  filename: 'hello.txt',
  contentType: 'text/plain',
}

interface Example {
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>> | null
}

/** An example request. Throws if it does not match the schema, for example because a name was removed. */
export function exampleOf({ kind, field }: Operation): Example {
  const { name, args, type } = field
  const given = args.filter((arg) => isShown(name, arg, isRequiredArgument(arg)))
  const variables = Object.fromEntries(given.map((arg) => [arg.name, sampleOf(name, arg.name, arg.type)]))
  const declared = given.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const head = given.length > 0 ? `${kind}(${declared})` : kind
  const call = given.length > 0 ? `${name}(${passed})` : name
  const document = `${head} {\n  ${call}${selectionOf(type, '  ')}\n}`
  hold(document, variables)
  return { document, variables: given.length > 0 ? variables : null }
}

function hold(document: string, variables: Readonly<Record<string, unknown>>): void {
  const parsed = parse(document)
  const errors = [...validate(schema, parsed)]
  for (const definition of parsed.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const values = getVariableValues(schema, definition.variableDefinitions ?? [], variables)
    errors.push(...(values.errors ?? []))
  }
  if (errors.length > 0) throw new Error(`an example is wrong: ${errors.join('; ')}\n${document}`)
}

const isShown = (
  owner: string,
  { name }: GraphQLArgument | GraphQLInputField,
  isRequired: boolean,
): boolean => isRequired || (SHOWN[owner] ?? []).includes(name)

function sampleOf(owner: string, name: string, type: GraphQLInputType): unknown {
  const given = VALUES[`${owner}.${name}`] ?? (isWhole(type) ? undefined : VALUES[name])
  if (given !== undefined) return given
  if (isNonNullType(type)) return sampleOf(owner, name, type.ofType)
  if (isListType(type)) return [sampleOf(owner, name, type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) throw new Error(`no example of ${owner}.${name}`)
  const fields = Object.values(type.getFields()).filter((field) =>
    isShown(type.name, field, isRequiredInputField(field)),
  )
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(type.name, field.name, field.type)]))
}

const isWhole = (type: GraphQLInputType): boolean => isInputObjectType(getNamedType(type))

const MOST_FIELDS = 5

/** A selection of some fields of a type: its first scalar fields or, if it has none, those of its object fields. */
function selectionOf(type: GraphQLOutputType, indent: string): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const plain = plainFields(named)
  const inner = `${indent}  `
  const lines =
    plain.length > 1
      ? [plain.join(' '), ...thingsIn(named)]
      : Object.values(named.getFields()).map((field) => `${field.name}${selectionOf(field.type, inner)}`)
  return ` {\n${lines.map((line) => inner + line).join('\n')}\n${indent}}`
}

const plainFields = (type: GraphQLObjectType): readonly string[] =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .slice(0, MOST_FIELDS)
    .map(({ name }) => name)

/** The objects that an update is about are selected too. */
const thingsIn = (type: GraphQLObjectType): readonly string[] =>
  type.name.endsWith('Update') || type.name.endsWith('Notification')
    ? Object.values(type.getFields())
        .filter((field) => isObjectType(getNamedType(field.type)))
        .map((field) => `${field.name} { id status }`)
    : []
