// Postgres stores no text with a NUL, so each text of the API must be parsed before it gets to the store.
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { expect, it } from 'vitest'
import { onEachDatabase, type World } from './world.ts'

const schema = createExecutableSchema()
const operations = (['query', 'mutation'] as const).flatMap((kind) => {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(type?.getFields() ?? {}).map((field) => ({ kind, field }))
})

/** Valid texts, by the name of their argument or input field, or by `operation.name`. */
type Texts = Readonly<Record<string, string>>

const PAGE = 'https://example.com/a?b=c#d'
const COIN_TYPE = '0x2::coin::Coin<0x2::sui::SUI>'
const LINK_ID = 'A'.repeat(43)
const TEXTS: Texts = {
  coinType: COIN_TYPE,
  receivedCoinType: COIN_TYPE,
  key: 'nft_ownership',
  operator: '>=',
  value: `${COIN_TYPE}:2`,
  'createDrop.value': 'Gold',
  contentType: 'text/plain; charset="utf-8"',
  file: 'aGVsbG8=',
  filename: 'a b.txt',
  url: PAGE,
  imageUrl: PAGE,
  pieceImageUrl: 'https://example.com/{number}',
  avatar: PAGE,
  logo: PAGE,
  cover: PAGE,
  links: PAGE,
  origins: 'https://shop.example:8443',
  embedOrigins: 'https://shop.example:8443',
  accentColor: '#0b6e4f',
  currency: 'SUI',
  paymentMethod: 'SUI',
  events: 'drop.claimed',
  types: 'drop.claimed',
  symbol: 'SYM',
  username: 'admin',
  amount: '10',
  maxAmount: '100',
  tokenAmount: '10',
  supply: '100',
  amountAtomic: '10',
  receivedAtomic: '10',
  txHash: '1'.repeat(32),
  linkId: LINK_ID,
  ids: LINK_ID,
  publicKeys: LINK_ID,
  kind: 'sweep',
  ...Object.fromEntries(
    ['userAddress', 'walletAddress', 'senderAddress', 'toAddress', 'recipient', 'owner'].map((name) => [
      name,
      '0x7',
    ]),
  ),
}

/** The texts, with the ids of records that exist. */
async function textsIn(world: World): Promise<Texts> {
  const one = async (mutation: string): Promise<Texts> =>
    Object.values(await world.ask(`mutation { ${mutation} }`))[0] as Texts
  const dropId = await world.launch({ shortcode: 'texts' })
  const tokenId = (await one('createToken(input: { name: "T", symbol: "T", supply: 1 }) { id }'))['id'] ?? ''
  const priced = await world.launch({ price: 1, supply: 10 })
  const intent = await one(
    `createPaymentIntent(input: { dropId: "${priced}", walletAddress: "0x5", paymentMethod: "SUI" }) { id }`,
  )
  const webhook = await one('createWebhook(input: { url: "https://example.com", events: ["*"] }) { id }')
  await world.server.fakeChain('faucet', { address: '0x1', coinType: COIN_TYPE, amount: '1' })
  const lottery = { admission: 'LOTTERY', supply: 5, entriesCloseAt: '2999-01-01T00:00:00Z' }
  return {
    ...TEXTS,
    dropId,
    tokenId,
    existingTokenId: tokenId,
    'dropByShortcode.shortcode': 'texts',
    'updateDrop.id': dropId,
    'createPaymentIntent.dropId': priced,
    'claimRandomDrop.dropId': await world.launch({ tokenAmount: '0', supply: 10 }),
    'enterDrop.dropId': await world.launch(lottery),
    claimId: (await world.claim(dropId, '0x77')).claim.id,
    paymentIntentId: intent['id'] ?? '',
    'confirmPaymentIntent.id': intent['id'] ?? '',
    'updateWebhook.id': webhook['id'] ?? '',
  }
}

/** The names that lead to each text in an argument. */
function pathsIn(name: string, type: GraphQLInputType): readonly (readonly string[])[] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return ['String', 'ID', 'JSON'].includes(named.name) ? [[name]] : []
  return Object.values(named.getFields()).flatMap((field) =>
    pathsIn(field.name, field.type).map((path) => [name, ...path]),
  )
}

/** A value with its required fields, the token that `createDrop` looks up first, and with `text` at the end of `path`. */
function valueFor(
  type: GraphQLInputType,
  path: readonly string[] | undefined,
  text: string,
  valid: (name: string) => string,
  name: string,
): unknown {
  if (isNonNullType(type)) return valueFor(type.ofType, path, text, valid, name)
  if (isListType(type)) return [valueFor(type.ofType, path, text, valid, name)]
  if (isInputObjectType(type)) {
    const [next, ...rest] = path ?? []
    const given = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || field.name === next || field.name === 'existingTokenId',
    )
    const entries = given.map((field) => [
      field.name,
      valueFor(field.type, field.name === next ? rest : undefined, text, valid, field.name),
    ])
    return Object.fromEntries(entries)
  }
  if (path) return type.name === 'JSON' ? { [text]: text } : text
  if (isEnumType(type)) return type.getValues()[0]?.value
  if (type.name === 'Int' || type.name === 'Float') return 1
  return type.name === 'Boolean' ? true : valid(name)
}

/** The text with a NUL at its start, at its end, or after a character that is neither a letter nor a digit. */
function withNul(text: string): readonly string[] {
  const places = [...text.matchAll(/[\W_]/g)].map(({ index }) => index + 1)
  return [0, text.length, ...places].map((place) => `${text.slice(0, place)}\u0000${text.slice(place)}`)
}

onEachDatabase('a text with a NUL', (world) => {
  it('causes no internal error, in any argument of the API', async () => {
    const texts = await textsIn(world)
    const failed: string[] = []
    for (const { kind, field } of operations) {
      const valid = (name: string) => texts[`${field.name}.${name}`] ?? texts[name] ?? 'x'
      for (const argument of field.args) {
        const given = field.args.filter(
          (other) => other === argument || isNonNullType(other.type) || texts[`${field.name}.${other.name}`],
        )
        const declared = given.map(({ name, type }) => `$${name}: ${type}`).join(', ')
        const passed = given.map(({ name }) => `${name}: $${name}`).join(', ')
        const selection = isObjectType(getNamedType(field.type)) ? '{ __typename }' : ''
        const operation = `${kind} (${declared}) { ${field.name}(${passed}) ${selection} }`
        for (const [, ...path] of pathsIn(argument.name, argument.type))
          for (const text of withNul(valid(path.at(-1) ?? argument.name))) {
            const values = given.map(({ name, type }) => [
              name,
              valueFor(type, name === argument.name ? path : undefined, text, valid, name),
            ])
            const { errors } = await world.server.graphql(operation, Object.fromEntries(values))
            if (errors?.[0]?.extensions?.['code'] === 'INTERNAL')
              failed.push(`${field.name}, ${[argument.name, ...path].join('.')}: ${JSON.stringify(text)}`)
          }
      }
    }
    expect(failed).toEqual([])
  })
})
