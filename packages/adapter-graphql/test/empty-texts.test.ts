import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { absentWhenEmpty } from '../src/schema/absent-when-empty.ts'
import { type Api, createExecutableSchema, openApi } from './api.ts'

type Input = GraphQLArgument | GraphQLInputField

const schema = createExecutableSchema()
const fields = Object.values(schema.getMutationType()?.getFields() ?? {})

const isText = (type: GraphQLInputType) => getNamedType(type).name === 'String'

/** Every text empty, at every depth; undefined for what is no text. */
function empty(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return empty(type.ofType)
  if (isListType(type)) return [empty(type.ofType)]
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, empty(field.type)]))
  return isText(type) ? '' : undefined
}

/** The paths of texts that may be left out and are there all the same. */
function leftIn(inputs: readonly Input[], values: object, path: string): readonly string[] {
  return inputs.flatMap(({ name, type }) => {
    const value: unknown = Reflect.get(values, name)
    const isOptional = !isNonNullType(type) && !isListType(type)
    if (isOptional && isText(type))
      return name in values && name !== 'amountAtomic' ? [`${path}.${name}`] : []
    const named = getNamedType(type)
    if (!isInputObjectType(named)) return []
    const items = Array.isArray(value) ? value : [value]
    return items.flatMap((item) => leftIn(Object.values(named.getFields()), item, `${path}.${name}`))
  })
}

const taking = fields.filter(({ args }) =>
  args.some(({ type }) => isText(type) || isInputObjectType(getNamedType(type))),
)

test.each(taking.map((field) => [field.name, field] as const))(
  'an empty text that may be left out of %s counts as left out',
  (name, { args }) => {
    const given = Object.fromEntries(args.map((arg) => [arg.name, empty(arg.type)]))
    expect(leftIn(args, absentWhenEmpty(args, given), name)).toEqual([])
  },
)

test('an empty amount of a refund is refused by name, because without an amount everything is refunded', async () => {
  const { args } = fields.find(({ name }) => name === 'processRefund') ?? { args: [] }
  const given = { input: { paymentIntentId: 'intent_1', amountAtomic: '', reason: '' } }
  expect(absentWhenEmpty(args, given)).toEqual({ input: { paymentIntentId: 'intent_1', amountAtomic: '' } })
})

test('a value without empty texts is unchanged', () => {
  const { args } = fields.find(({ name }) => name === 'updateProfile') ?? { args: [] }
  const given = { input: { displayName: 'Ann', bio: null, avatar: ' ' } }
  expect(absentWhenEmpty(args, given)).toBe(given)
})

describe('a form with empty fields', () => {
  let api: Api
  beforeAll(async () => {
    api = await openApi()
  })
  afterAll(() => api.app.close())

  test('creates a token and a drop, and changes only the given fields', async () => {
    const token = await api.data(
      `mutation { createToken(input: { name: "Pepper", symbol: "PEP", supply: "1000", description: "", imageUrl: "",
        coinType: "" }) { id description } }`,
    )
    expect(token.createToken.description).toBeNull()
    const drop = await api.data(
      `mutation ($token: String!) { createDrop(input: { title: "A", type: TOKEN, claimType: REGULAR, maxAmount: "100",
        tokenAmount: "10", existingTokenId: $token, description: "hot", shortcode: "", imageUrl: "", gatingId: "",
        communityId: "", tokenName: "" }) { id shortcode imageUrl } }`,
      { token: token.createToken.id },
    )
    expect(drop.createDrop).toMatchObject({ shortcode: expect.stringMatching(/./), imageUrl: null })
    const changed = await api.data(
      `mutation ($id: ID!) { updateDrop(id: $id, input: { title: "B", description: "", tokenAmount: "", imageUrl: "" })
        { title description tokenAmount } }`,
      { id: drop.createDrop.id },
    )
    expect(changed.updateDrop).toEqual({ title: 'B', description: 'hot', tokenAmount: '10' })
  })
})
