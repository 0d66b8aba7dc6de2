import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  parse,
} from 'graphql'
import ts from 'typescript'
import { readSdl } from '../../packages/adapter-graphql/src/schema/read-sdl.ts'
import { code, heading, link, parts, slugOf, table } from './markdown.ts'

const titleOf = (type: GraphQLNamedType): string => `${wordFor(type)} ${code(type.name)}`

export const anchorOfType = (type: GraphQLNamedType): string => slugOf(titleOf(type))

export function linkToType(type: GraphQLType): string {
  const named = getNamedType(type)
  return isSpecifiedScalarType(named)
    ? code(String(type))
    : link(code(String(type)), `#${anchorOfType(named)}`)
}

/** One row per argument or input field: whether it is optional, its default, and its meaning. */
export const inputTable = (head: string, inputs: readonly (GraphQLArgument | GraphQLInputField)[]): string =>
  table(
    [head, 'type', 'default', 'meaning'],
    inputs.map(({ name, type, description, astNode, deprecationReason }) => [
      code(name),
      linkToType(type),
      astNode?.defaultValue?.loc ? code(textAt(astNode.defaultValue.loc)) : '',
      withDeprecation(description, deprecationReason),
    ]),
  )

const textAt = ({ source, start, end }: { source: { body: string }; start: number; end: number }): string =>
  source.body.slice(start, end)

const withDeprecation = (description: string | null | undefined, reason: string | null | undefined): string =>
  [description ?? '', reason ? `Deprecated: ${reason}.` : ''].join(' ').trim()

const fieldTable = (fields: readonly GraphQLField<unknown, unknown>[]): string =>
  table(
    ['field', 'type', 'meaning'],
    fields.map(({ name, args, type, description, deprecationReason }) => [
      code(args.length === 0 ? name : `${name}(${args.map((arg) => `${arg.name}: ${arg.type}`).join(', ')})`),
      linkToType(type),
      withDeprecation(description, deprecationReason),
    ]),
  )

export function typeSection(type: GraphQLNamedType): string {
  if (!type.description) throw new Error(`${type.name} has no description in the schema`)
  return parts(heading(4, titleOf(type)), type.description, membersOf(type))
}

function wordFor(type: GraphQLNamedType): string {
  if (isScalarType(type)) return 'scalar'
  if (isEnumType(type)) return 'enum'
  return isInputObjectType(type) ? 'input' : 'type'
}

function membersOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) return fieldTable(Object.values(type.getFields()))
  if (isInputObjectType(type)) return inputTable('field', Object.values(type.getFields()))
  if (!isEnumType(type)) return ''
  return table(
    ['value', 'meaning'],
    type.getValues().map(({ name, description }) => {
      if (!description) throw new Error(`${type.name}.${name} has no description in the schema`)
      return [code(name), description]
    }),
  )
}

const folder = new URL('../../packages/adapter-graphql/schema/', import.meta.url)

/** The order of the areas in the reference. Areas that are not listed come last. */
const ORDER = ['service', 'users', 'api-keys', 'tokens', 'drops', 'gating', 'claims', 'payments', 'events']

export type RootKind = 'query' | 'mutation' | 'subscription'

export interface Operation {
  readonly kind: RootKind
  readonly field: GraphQLField<unknown, unknown>
}

/** The definitions of one SDL file. */
export interface SchemaArea {
  readonly name: string
  readonly operations: readonly Operation[]
  readonly types: readonly GraphQLNamedType[]
}

export const schema = buildSchema(readSdl())

export const rootTypes: { readonly [Kind in RootKind]: GraphQLObjectType } = {
  query: rootType('Query'),
  mutation: rootType('Mutation'),
  subscription: rootType('Subscription'),
}

function rootType(name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!type) throw new Error(`the schema has no ${name}`)
  return type as GraphQLObjectType
}

const isRoot = (name: string): boolean => name.toLowerCase() in rootTypes

export function schemaAreas(): readonly SchemaArea[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => name.slice(0, -'.graphql'.length))
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return names.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1)).map(areaOf)
}

function areaOf(name: string): SchemaArea {
  const { definitions } = parse(readFileSync(new URL(`${name}.graphql`, folder), 'utf8'))
  const operations: Operation[] = []
  const types: GraphQLNamedType[] = []
  for (const definition of definitions) {
    if (!('name' in definition) || !definition.name) continue
    const defined = definition.name.value
    if (definition.kind === Kind.OBJECT_TYPE_EXTENSION && isRoot(defined)) {
      const kind = defined.toLowerCase() as RootKind
      const fields = rootTypes[kind].getFields()
      for (const { name: field } of definition.fields ?? []) {
        const found = fields[field.value]
        if (found) operations.push({ kind, field: found })
      }
    } else if (!isRoot(defined)) {
      const type = schema.getType(defined)
      if (type) types.push(type)
    }
  }
  return { name, operations, types }
}

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const ENTRIES = [
  'packages/adapter-graphql/src/resolvers/index.ts',
  'packages/core/src/domain/event-data.ts',
  'packages/core/src/index.ts',
].map((path) => join(root, path))

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['@dropkit/source'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: [],
}

let program: ts.Program | undefined

/** The sources of core and of the API as a compiled program. Created once, which takes a few seconds. */
export function sourceProgram(): ts.Program {
  program ??= ts.createProgram(ENTRIES, OPTIONS, hostOfOurs())
  return program
}

/** Only resolves Dropkit's own sources, because reading libraries takes most of the time and is not needed. */
function hostOfOurs(): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS)
  host.resolveModuleNameLiterals = (literals, containing, redirected, options) =>
    literals.map(({ text }) =>
      text.startsWith('.') || text.startsWith('@dropkit/')
        ? ts.resolveModuleName(text, containing, options, host, undefined, redirected, ts.ModuleKind.ESNext)
        : { resolvedModule: undefined },
    )
  return host
}

export function sourceFile(path: string): ts.SourceFile {
  const file = sourceProgram().getSourceFile(join(root, path))
  if (!file) throw new Error(`${path} is not in the program`)
  return file
}
