import type { FastifyInstance } from 'fastify'
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
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
import type { Party } from '../limits/at-once.ts'
import { LIMITS } from '../limits/limits.ts'
import { costJudge, countAnswer, refuseLongText } from '../limits/query-limits.ts'
import { repeatedVariableJudge, usesOfVariables, variableJudge } from './check-variables.ts'
import { isCompilable } from './compilable.ts'
import { createDocumentCache } from './document-cache.ts'
import { createDocumentReader } from './document-reader.ts'
import { inTurn } from './long-texts.ts'
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
   * for a long text that was not read before; it is read when it is the turn of the party.
   */
  prepare(
    query: string,
    operationName: string | undefined,
    party: () => Party,
  ): PreparedOperation | Promise<PreparedOperation>
}

/** The length of the cached texts of operations, and of invalid documents with their errors. Any client may send new ones. */
const LENGTH_OF_OPERATIONS = 64 * 1024
const LENGTH_OF_INVALID = 16 * 1024

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
  const operations = createDocumentCache<PreparedOperation>(LENGTH_OF_OPERATIONS)
  const invalid = createDocumentCache<readonly KnownError[]>(LENGTH_OF_INVALID)

  function refused(query: string, thrown: unknown): never {
    if (thrown instanceof AggregateError) {
      const errors: readonly KnownError[] = thrown.errors.map(knownError)
      const areShort = errors.every(({ message }) => message.length <= MAX_KNOWN_MESSAGE)
      if (areShort) invalid.set(query, undefined, errors)
    }
    throw thrown
  }

  function refuseKnown(query: string): void {
    const errors = invalid.get(query)
    if (errors) throw new AggregateError(errors.map(asThrown))
  }

  function readNew(query: string): DocumentNode | Promise<DocumentNode> {
    refuseKnown(query)
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
    prepare(query, operationName, party) {
      const known = operations.get(query, operationName)
      if (known) return known
      refuseLongText(query)
      if (operationName !== undefined && !NAME.test(operationName))
        throw badRequest('operationName must be the name of an operation')
      const prepare = (document: DocumentNode): PreparedOperation => {
        const prepared = prepareOperation(schema, document, operationName, interpret)
        operations.set(query, operationName, prepared)
        return prepared
      }
      refuseKnown(query)
      return inTurn(party, query, () => {
        // Another request may have read the same text while this one waited.
        const read = operations.get(query, operationName)
        if (read) return read
        const document = readNew(query)
        return document instanceof Promise ? document.then(prepare) : prepare(document)
      })
    },
  }
}

/** What is reported of an error in a document. The error itself would keep the parsed document in memory. */
type KnownError = Pick<GraphQLError, 'message' | 'locations' | 'extensions'>

/** The errors of a document are cached only if their messages are short, because each may repeat a long name of the text. */
const MAX_KNOWN_MESSAGE = 500

const knownError = ({ message, locations, extensions }: GraphQLError): KnownError => ({
  message,
  locations,
  extensions,
})

const asThrown = ({ message, locations, extensions }: KnownError): GraphQLError =>
  Object.assign(new GraphQLError(message, { extensions }), { locations })

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
    // The interpreter ends at the first mutation that makes the whole answer null. The compiler would run those after it.
    if (operation.operation === 'mutation' && rootFieldsOf(document, operation).length > 1) return undefined
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
        ? compiled.query(undefined, { ...context, isCompiled: true } satisfies Context, variables)
        : interpret({ document, operationName, context, variables })
    },
  }
}

function operationJudge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PreparedOperation['judge'] {
  const uses = usesOfVariables(document, operation)
  const judgeVariables = variableJudge(schema, operation, uses)
  const judgeRepeated = repeatedVariableJudge(uses)
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
    judgeRepeated(variables)
    judgeCost(variables)
    judgeIntrospection()
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
