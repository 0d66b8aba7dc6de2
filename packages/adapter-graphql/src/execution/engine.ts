import type { FastifyInstance } from 'fastify'
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import mercurius from 'mercurius'
import type { Context } from '../context.ts'
import { badRequest } from '../errors/request-error.ts'
import type { GraphqlRequest } from '../http/graphql-request.ts'
import { introspectionJudge } from '../limits/introspection-cost.ts'
import { LIMITS } from '../limits/limits.ts'
import { costJudge } from '../limits/query-cost.ts'
import { queryDepthRule } from '../limits/query-depth.ts'
import { refuseOddShape } from '../limits/query-shape.ts'
import { refuseLongText } from '../limits/query-text.ts'
import type { AskedOperation } from './admission.ts'
import { variableJudge } from './check-variables.ts'
import { isCompilable } from './compilable.ts'
import { createDocumentCache } from './document-cache.ts'
import { rootFieldsOf } from './root-fields.ts'

type Variables = { readonly [name: string]: unknown }

/** One operation of a valid document, with everything about it that does not depend on its variables. */
interface PreparedOperation {
  /** Undefined if the text has several operations and the request names none; executing it says so. */
  readonly asked: AskedOperation | undefined
  /** Throws what is wrong with one request for the operation. */
  judge(request: GraphqlRequest): void
  execute(context: Context, variables: Variables): ExecutionResult | Promise<ExecutionResult>
}

export interface Engine {
  /** Throws what is wrong with the text; several errors as one `AggregateError`. */
  prepare(query: string, operationName: string | undefined): PreparedOperation
}

/** Operations that stay prepared, and invalid documents whose errors stay known. Anybody may send new ones. */
const KEPT_OPERATIONS = 250

const RULES = [...specifiedRules, queryDepthRule]
const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/

/**
 * Reads documents and runs their operations. The limits on a text are checked when it is first read, so an operation
 * that is kept costs one look-up. Mercurius interprets an operation that is asked for once, because compiling takes
 * longer than running it. From the second time on, the operation runs compiled by graphql-jit, the compiler of Mercurius.
 */
export async function registerEngine(scope: FastifyInstance, schema: GraphQLSchema): Promise<Engine> {
  await scope.register(mercurius, {
    schema,
    routes: false,
    cache: KEPT_OPERATIONS,
    graphql: { parseOptions: { maxTokens: LIMITS.queryTokens } },
    // Errors are put into words where the answer is made.
    errorFormatter: ({ data, errors }) => ({ statusCode: 200, response: { data, errors } as never }),
  })
  const operations = createDocumentCache<PreparedOperation>(KEPT_OPERATIONS)
  const invalid = createDocumentCache<readonly Error[]>(KEPT_OPERATIONS)

  function readNew(query: string): DocumentNode {
    refuseLongText(query)
    refuseOddShape(query)
    const known = invalid.get(query)
    if (known) throw new AggregateError(known, 'the document is not valid')
    const document = parse(query, { maxTokens: LIMITS.queryTokens })
    const faults = validate(schema, document, RULES)
    if (faults.length === 0) return document
    invalid.set(query, faults)
    throw new AggregateError(faults, 'the document is not valid')
  }

  return {
    prepare(query, operationName) {
      const key = operationName === undefined ? query : `${query}\n#${operationName}`
      const known = operations.get(key)
      if (known) return known
      refuseLongText(query)
      if (operationName !== undefined && !NAME.test(operationName))
        throw badRequest('operationName must be the name of an operation')
      const prepared = prepareOperation(scope, query, readNew(query), operationName)
      operations.set(key, prepared)
      return prepared
    },
  }
}

function prepareOperation(
  { graphql }: FastifyInstance,
  query: string,
  document: DocumentNode,
  operationName: string | undefined,
): PreparedOperation {
  const { schema } = graphql
  const operation = getOperationAST(document, operationName)
  let runs = 0
  let compiled: CompiledQuery | undefined

  /** Mercurius writes to the context that it gets. */
  const interpret = (context: Context, variables: Variables) =>
    graphql(query, { ...context }, variables, operationName)

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
      return compiled ? compiled.query(undefined, context, variables) : interpret(context, variables)
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
