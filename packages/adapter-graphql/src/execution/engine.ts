import type { FastifyInstance } from 'fastify'
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isListType,
  type OperationDefinitionNode,
  type OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import mercurius from 'mercurius'
import type { Context } from '../context.ts'
import { badRequest, tooComplex } from '../errors/request-error.ts'
import type { GraphqlRequest } from '../http/graphql-request.ts'
import { LIMITS } from '../limits/limits.ts'
import { costJudge, countAnswer, refuseLongText } from '../limits/query-limits.ts'
import { variableJudge } from './check-variables.ts'
import { isCompilable } from './compilable.ts'
import { createDocumentReader } from './document-reader.ts'
import { rootFieldsOf } from './root-fields.ts'

type Variables = { readonly [name: string]: unknown }

/** An operation that was parsed and validated. */
export interface AskedOperation {
  readonly type: OperationTypeNode
  readonly rootFields: readonly FieldNode[]
}

/** One operation of a valid document, with everything that does not depend on its variables. */
interface PreparedOperation {
  /** Undefined if the text has several operations and the request names none. Executing it then returns the error. */
  readonly asked: AskedOperation | undefined
  /** Throws if a request for the operation is not valid. */
  judge(request: GraphqlRequest): void
  execute(context: Context, variables: Variables): ExecutionResult | Promise<ExecutionResult>
}

export interface Engine {
  /**
   * Prepares an operation. Throws if the text is not valid; several errors as one `AggregateError`. Returns a promise only
   * for a long text that was not read before.
   */
  prepare(query: string, operationName: string | undefined): PreparedOperation | Promise<PreparedOperation>
}

/** The maximum number of cached operations, and of invalid documents with their errors. Any client may send new ones. */
const CACHED_OPERATIONS = 250

const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/

/** Runs an operation of a document that has been read. */
type Interpret = (operation: {
  readonly document: DocumentNode
  readonly operationName: string | undefined
  readonly context: Context
  readonly variables: Variables
}) => ExecutionResult | Promise<ExecutionResult>

/**
 * Reads documents and runs their operations. The limits on a text are checked when it is first read, so an operation
 * that is kept costs one look-up. Mercurius interprets the first request for an operation, because compiling takes longer
 * than running it. From the second request on, the operation runs compiled by graphql-jit, the compiler of Mercurius.
 */
export async function registerEngine(scope: FastifyInstance, schema: GraphQLSchema): Promise<Engine> {
  const interpret = await registerInterpreter(scope, schema)
  const reader = createDocumentReader(schema)
  const operations = createDocumentCache<PreparedOperation>(CACHED_OPERATIONS)
  const invalid = createDocumentCache<AggregateError>(CACHED_OPERATIONS)

  function refused(query: string, error: unknown): never {
    if (error instanceof AggregateError) invalid.set(query, error)
    throw error
  }

  function readNew(query: string): DocumentNode | Promise<DocumentNode> {
    const known = invalid.get(query)
    if (known) throw known
    try {
      const document = reader.read(query)
      return document instanceof Promise
        ? document.catch((error: unknown) => refused(query, error))
        : document
    } catch (error) {
      return refused(query, error)
    }
  }

  return {
    prepare(query, operationName) {
      const key = operationName === undefined ? query : `${query}\n#${operationName}`
      const known = operations.get(key)
      if (known) return known
      refuseLongText(query)
      if (operationName !== undefined && !NAME.test(operationName))
        throw badRequest('operationName must be the name of an operation')
      const prepare = (document: DocumentNode): PreparedOperation => {
        const prepared = prepareOperation(schema, document, operationName, interpret)
        operations.set(key, prepared)
        return prepared
      }
      const document = readNew(query)
      return document instanceof Promise ? document.then(prepare) : prepare(document)
    },
  }
}

/** Any valid text: Mercurius parses and validates it once, and runs the document that its hook gives it instead. */
const PLACEHOLDER = '{ __typename }'

/** The context of a request, with the operation that Mercurius runs. */
interface Interpreted extends Context {
  readonly interpreted: { readonly document: DocumentNode; readonly variables: Variables }
}

async function registerInterpreter(scope: FastifyInstance, schema: GraphQLSchema): Promise<Interpret> {
  await scope.register(mercurius, {
    schema,
    routes: false,
    cache: 1,
    // The answer's errors are written later, with their codes.
    errorFormatter: ({ data, errors }) => ({ statusCode: 200, response: { data, errors } as never }),
  })
  scope.graphql.addHook<Interpreted>('preExecution', (_schema, _document, { interpreted }) => interpreted)
  // Mercurius writes to the context that it gets.
  return ({ document, operationName, context, variables }) =>
    scope.graphql(PLACEHOLDER, { ...context, interpreted: { document, variables } }, undefined, operationName)
}

function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  interpret: Interpret,
): PreparedOperation {
  const operation = getOperationAST(document, operationName)
  let runs = 0
  let compiled: CompiledQuery | undefined

  function compile(): CompiledQuery | undefined {
    if (!operation || !isCompilable(schema, document)) return undefined
    const made = compileQuery(schema, document, operationName)
    return isCompiledQuery(made) ? made : undefined
  }

  return {
    asked: operation
      ? { type: operation.operation, rootFields: rootFieldsOf(document, operation) }
      : undefined,
    judge: operation ? operationJudge(schema, document, operation) : () => {},
    execute(context, variables) {
      runs++
      if (runs === 2) compiled = compile()
      return compiled
        ? compiled.query(undefined, context, variables)
        : interpret({ document, operationName, context, variables })
    },
  }
}

function operationJudge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PreparedOperation['judge'] {
  const judgeVariables = variableJudge(schema, operation)
  const judgeCost = costJudge(schema, document, operation)
  const judgeIntrospection = introspectionJudge(schema, document, operation)
  return ({ isReadOnly, variables = {} }) => {
    if (operation.operation === 'subscription') {
      throw badRequest('Subscriptions are served over WebSocket, subprotocol graphql-transport-ws')
    }
    if (isReadOnly && operation.operation !== 'query') {
      throw badRequest('A GET request may only read: send mutations by POST')
    }
    judgeVariables(variables)
    judgeCost(variables)
    judgeIntrospection()
  }
}

interface DocumentCache<Value> {
  get(text: string): Value | undefined
  set(text: string, value: Value): void
}

/**
 * Keeps the most recently used values: at most `size` and at least half as many. It has two generations: a used value moves
 * to the newer one, and when that is full, the older one is dropped. A look-up that finds its value in the newer generation
 * changes nothing.
 */
export function createDocumentCache<Value>(size: number): DocumentCache<Value> {
  const generationSize = Math.ceil(size / 2)
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()

  function set(text: string, value: Value): void {
    if (newer.size >= generationSize) {
      older = newer
      newer = new Map()
    }
    newer.set(text, value)
  }

  return {
    get(text) {
      const value = newer.get(text)
      if (value !== undefined) return value
      const aged = older.get(text)
      if (aged !== undefined) set(text, aged)
      return aged
    },
    set,
  }
}

const META_FIELDS = new Map([SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]))

/** Approximate lengths of the lists in introspection results. Most of them are short. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['fields', 12],
  ['inputFields', 6],
  ['args', 2],
  ['enumValues', 2],
  ['directives', 5],
])

/** Rejects an operation that selects the schema's description too often, under any aliases. Counts once per document. */
function introspectionJudge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): () => void {
  const root = schema.getRootType(operation.operation)
  const types = Object.keys(schema.getTypeMap()).length
  const { objects: asked } = countAnswer(schema, document, operation, {
    // Fields outside of the schema's description are counted by the query cost instead.
    fieldOf: (parent, name) => (parent === root ? META_FIELDS.get(name) : parent.getFields()[name]),
    lengthOf: ({ name, type }) => {
      if (!isListType(getNullableType(type))) return 1
      return name === 'types' ? types : (LENGTHS.get(name) ?? 1)
    },
  })
  const value = LIMITS.introspectionCost
  if (asked <= value) return () => {}
  const message = `The introspection would contain about ${asked} objects; the limit is ${value}. Request it once`
  return () => {
    throw tooComplex(message, { limit: 'introspectionCost', value, asked })
  }
}
