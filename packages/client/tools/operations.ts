import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REFUSAL_MEANINGS } from '@dropkit/core'
import { codegen } from '@graphql-codegen/core'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  printSchema,
  separateOperations,
  stripIgnoredCharacters,
} from 'graphql'
import { REQUEST_CODE_MEANINGS } from '../../adapter-graphql/src/errors/request-error.ts'

const sdlFolder = fileURLToPath(new URL('../../adapter-graphql/schema', import.meta.url))
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const HEAD = '// Generated from the schema by `npm run codegen -w @dropkit/client`. Do not edit.\n'

/**
 * Fields that cost the service a call of the chain, that repeat another field, or that only verifiers read. Documents of your
 * own can select them.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  Drop: ['tokenBalance', 'name', 'totalSupply', 'claimRate', 'proceeds', 'publicKeys', 'hasAllPublicKeys'],
  Event: ['event', 'details'],
  PaymentIntent: ['paymentTransaction'],
  User: ['totalDrops', 'totalClaims'],
}

type RootKind = 'query' | 'mutation' | 'subscription'

const SUFFIXES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

interface Written {
  readonly name: string
  readonly suffix: (typeof SUFFIXES)[RootKind]
  readonly text: string
}

export function readSchema(): GraphQLSchema {
  const names = readdirSync(sdlFolder).filter((name) => name.endsWith('.graphql'))
  return buildSchema(names.map((name) => readFileSync(join(sdlFolder, name), 'utf8')).join('\n'))
}

const isList = (type: GraphQLOutputType): boolean =>
  isListType(type) || (isNonNullType(type) && isListType(type.ofType))

const needsArguments = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)

/**
 * The selection for a type: its leaves, and of the objects below it their leaves, or only their ids inside lists. Lists of
 * objects that can be read by themselves are left out.
 */
function selectionOf(type: GraphQLOutputType, depth: number, isInList: boolean): string {
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  if (!isObjectType(named)) throw new Error(`${named} is neither a leaf nor an object`)
  const fields = Object.values(named.getFields()).filter(
    (field) =>
      !needsArguments(field) &&
      field.deprecationReason == null &&
      !LEFT_OUT[named.name]?.includes(field.name),
  )
  const hasId = (field: GraphQLField<unknown, unknown>) => {
    const below = getNamedType(field.type)
    return isObjectType(below) && below.getFields()['id'] !== undefined
  }
  const parts = fields.flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return [field.name]
    if (isList(field.type)) return hasId(field) || field.args.length > 0 ? [] : [below(field)]
    if (depth === 0 || !hasId(field)) {
      const isReferenceOnly = hasId(field) && isInList
      return [isReferenceOnly ? `${field.name} { id }` : below(field)]
    }
    return [`${field.name} { id }`]
  })
  function below(field: GraphQLField<unknown, unknown>) {
    return `${field.name} ${selectionOf(field.type, depth + 1, isInList || isList(field.type))}`
  }
  return `{ ${parts.join(' ')} }`
}

function writeOperation(kind: RootKind, field: GraphQLField<unknown, unknown>): Written {
  const name = field.name.replace(/^./, (letter) => letter.toUpperCase())
  const variables = field.args.map(
    (argument) =>
      `$${argument.name}: ${argument.type}${argument.defaultValue === undefined ? '' : ` = ${literal(argument.defaultValue)}`}`,
  )
  const passed = field.args.map((argument) => `${argument.name}: $${argument.name}`)
  const inParentheses = (parts: readonly string[]) => (parts.length === 0 ? '' : `(${parts.join(', ')})`)
  const selection = selectionOf(field.type, 0, isList(field.type))
  const text = `${kind} ${name}${inParentheses(variables)} { ${field.name}${inParentheses(passed)} ${selection} }`
  return { name, suffix: SUFFIXES[kind], text: text.replaceAll(/ +\}/g, ' }') }
}

/** Defaults in the schema are numbers, texts and booleans. */
function literal(value: unknown): string {
  if (['number', 'string', 'boolean'].includes(typeof value)) return JSON.stringify(value)
  throw new Error(`a default value of an unexpected type: ${JSON.stringify(value)}`)
}

function allOperations(schema: GraphQLSchema): readonly Written[] {
  const roots: readonly (readonly [RootKind, ReturnType<GraphQLSchema['getQueryType']>])[] = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ]
  return roots.flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {})
      .map((field) => writeOperation(kind, field))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  )
}

/** The operations of a document, each with its fragments. */
export function operationsIn(document: string): readonly Written[] {
  return Object.entries(separateOperations(parse(document))).map(([name, operation]) => {
    const definition = operation.definitions.find(
      (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
    )
    if (!definition) throw new Error(`${name} is no operation`)
    return { name, suffix: SUFFIXES[definition.operation], text: stripIgnoredCharacters(print(operation)) }
  })
}

const config = {
  pureMagicComment: true,
  scalars: { ID: 'string', BigInt: 'string', DateTime: 'string', JSON: 'unknown' },
  enumsAsTypes: true,
  useTypeImports: true,
  immutableTypes: true,
  skipTypename: true,
  strictScalars: true,
  avoidOptionals: false,
  onlyOperationTypes: true,
  dedupeFragments: true,
  inlineFragmentTypes: 'combine',
  importExtension: '.ts',
}

/**
 * The text of a module with the types of operations and their documents. The caller adds the import of `Document`.
 * @param importSchemaTypesFrom The file beside it, or the package after a `~`, that has the types of the schema.
 */
export async function moduleOf(
  schema: GraphQLSchema,
  operations: readonly Written[],
  importSchemaTypesFrom = '',
): Promise<string> {
  const types = await codegen({
    filename: 'operations.ts',
    schema: parse(printSchema(schema)),
    documents: operations.map(({ name, suffix, text }) => ({
      location: `${name}${suffix}`,
      document: parse(text),
    })),
    config: { ...config, importSchemaTypesFrom },
    plugins: [{ typescriptOperations: {} }],
    pluginMap: { typescriptOperations },
  })
  const documents = operations.map(({ name, suffix, text }) => {
    const typeName = `${name}${suffix}`
    return `export const ${name}Document: Document<${typeName}, ${typeName}Variables> =\n  '${text}'\n`
  })
  // The plugin writes this type whether or not a document uses it.
  const used = types.replace(/\/\*\* Internal type[^\n]*\nexport type Incremental[^\n]*\n/, '')
  return `\n${used.trim().replaceAll(/\n{3,}/g, '\n\n')}\n\n${documents.join('\n')}`
}

/** The generated files, by their paths: operations with their types, and the codes of refusals. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const schema = readSchema()
  const generated = join(packageFolder, 'src', 'generated')
  const [all, flow] = [join(generated, 'operations.ts'), join(generated, 'flow-operations.ts')]
  const codes = [
    ...Object.keys(REFUSAL_MEANINGS).map((kind) => kind.toUpperCase()),
    ...Object.keys(REQUEST_CODE_MEANINGS),
  ]
  const union = [...new Set(codes)]
    .sort()
    .map((code) => `\n  | '${code}'`)
    .join('')
  const head = `${HEAD}import type { Document } from '../transport.ts'\n`
  const flowSource = readFileSync(join(packageFolder, 'src', 'claim-flow.graphql'), 'utf8')
  return new Map([
    [all, head + (await moduleOf(schema, allOperations(schema)))],
    [
      flow,
      `${head}export type * from './operations.ts'\n${await moduleOf(schema, operationsIn(flowSource), './operations.ts')}`,
    ],
    [
      join(generated, 'refusal-codes.ts'),
      `${HEAD}\n/** Codes of the service: \`errors[].extensions.code\`. */\nexport type ServerRefusalCode =${union}\n`,
    ],
  ])
}

if (import.meta.main) for (const [path, text] of await generatedFiles()) writeFileSync(path, text)
