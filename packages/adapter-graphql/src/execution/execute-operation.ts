import { BudgetExceeded } from '@dropkit/core'
import type { FastifyInstance } from 'fastify'
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql'
import mercurius from 'mercurius'
import type { Context } from '../context.ts'
import { badRequest } from '../errors/request-error.ts'
import type { GraphqlRequest } from '../http/graphql-request.ts'
import { introspectionJudge } from '../limits/introspection-cost.ts'
import { LIMITS } from '../limits/limits.ts'
import { costJudge } from '../limits/query-cost.ts'
import { queryDepthRule } from '../limits/query-depth.ts'
import { refuseOddShape } from '../limits/query-shape.ts'
import { explainEngineLimit, refuseLongText, refuseSyntaxTree } from '../limits/query-text.ts'
import type { Admission, AskedOperation } from './admission.ts'
import { variableJudge } from './check-variables.ts'
import { isCompilable } from './compilable.ts'
import { rootFieldsOf } from './root-fields.ts'

/** What became of an operation: turned away before it began, or executed, with or without errors. */
export type Outcome =
  | { readonly kind: 'refused'; readonly errors: readonly unknown[] }
  | { readonly kind: 'executed'; readonly data: unknown; readonly errors: readonly GraphQLError[] }

/** A request on its way through the engine, which hands its context to the hooks. */
interface OperationContext extends Context {
  readonly operation: GraphqlRequest
  readonly admission: Admission | undefined
  readonly startBudget: () => void
  readonly begins: (rootField: string) => void
}

/** What is found out once about a document that is kept. */
interface KnownDocument {
  readonly isCompilable: boolean
  /** Undefined when the text holds several operations and none is named; the engine says so. */
  readonly asked: AskedOperation | undefined
  /** Throws what is wrong with an operation as it is asked. */
  readonly judge: (request: GraphqlRequest) => void
}

/** Documents that are kept parsed, validated and compiled. Each can be large, and anybody may send new ones. */
const KEPT_DOCUMENTS = 250

/** Prepares Mercurius, without routes of its own, to run operations of this schema within our limits. */
export async function registerEngine(scope: FastifyInstance, schema: GraphQLSchema): Promise<void> {
  const documents = new WeakMap<DocumentNode, KnownDocument>()
  await scope.register(mercurius, {
    schema,
    routes: false,
    jit: 1,
    cache: KEPT_DOCUMENTS,
    graphql: { parseOptions: { maxTokens: LIMITS.queryTokens } },
    validationRules: [queryDepthRule],
    // Errors are put into words where the answer is made.
    errorFormatter: ({ data, errors }) => ({ statusCode: 200, response: { data, errors } as never }),
  })
  scope.graphql.addHook<OperationContext>('preExecution', async (_schema, document, context) => {
    const { operation: request, admission } = context
    // Kept by text and operation name together, so a document stands for one operation here.
    let known = documents.get(document)
    if (!known) {
      known = study(schema, document, request.operationName)
      documents.set(document, known)
    }
    const { asked, judge } = known
    if (asked) {
      const [first] = asked.rootFields
      if (first) context.begins(first.name.value)
      await admission?.enter(asked)
      judge(request)
      if (admission) Object.assign(context, await admission.begin(asked))
      // What mutations read is bounded by what they do; some of it they read for others as well.
      if (asked.type === 'query') context.startBudget()
    }
    // The engine compiles nothing when a hook gives it a document.
    const { variables = {} } = request
    return known.isCompilable ? { variables } : { variables, document }
  })
}

function study(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): KnownDocument {
  const compilable = isCompilable(schema, document)
  const operation = getOperationAST(document, operationName)
  if (!operation) return { isCompilable: compilable, asked: undefined, judge: () => {} }
  const asked = { type: operation.operation, rootFields: rootFieldsOf(document, operation) }
  return { isCompilable: compilable, asked, judge: operationJudge(schema, document, operation) }
}

/** Runs one operation. What is wrong with it comes back as data; nothing is thrown. */
export async function executeOperation(
  scope: FastifyInstance,
  context: Context,
  operation: GraphqlRequest,
  admission?: Admission,
): Promise<Outcome> {
  const { query, operationName } = operation
  let ends: (() => void) | undefined
  const begins = (rootField: string) => {
    ends = context.services.apiWatch?.operationBegins?.(rootField)
  }
  try {
    refuseLongText(query)
    refuseOddShape(query)
    const source = keyedByOperation(query, operationName)
    refuseSyntaxTree(source)
    const carried: Omit<OperationContext, 'startBudget' | 'begins'> = { ...context, operation, admission }
    // Variables come in through the hook, once they have been judged.
    let isQuery = false
    const run = (start: () => void) => {
      const startBudget = () => {
        isQuery = true
        start()
      }
      return scope.graphql(source, { ...carried, startBudget, begins }, undefined, operationName)
    }
    const { withBudget = (work) => work(() => {}) } = context.services
    const { data, errors } = await withBudget(run)
    if (data === undefined) return { kind: 'refused', errors: errors ?? [] }
    const met = (errors ?? []) as readonly GraphQLError[]
    // An answer with a part missing because of its size is none; fields that failed after the first say the same.
    const excess = isQuery ? met.find(isExcess) : undefined
    if (excess) return { kind: 'executed', data: null, errors: [excess] }
    return { kind: 'executed', data, errors: met.slice(0, MOST_ERRORS) }
  } catch (thrown) {
    const errors = errorsIn(thrown).map((error) => explainEngineLimit(error, query))
    return { kind: 'refused', errors }
  } finally {
    ends?.()
  }
}

/** An answer names no more. */
const MOST_ERRORS = 100

const isExcess = ({ extensions, originalError }: GraphQLError): boolean =>
  originalError instanceof BudgetExceeded ||
  (extensions?.['details'] as { readonly limit?: unknown } | undefined)?.limit === 'queryCost'

const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/

/**
 * Mercurius keeps what it has compiled by the text alone, though it was compiled for one operation of it. Naming the
 * operation in a comment at the end keeps two operations of one text apart, and moves no position in it.
 */
function keyedByOperation(query: string, operationName: string | undefined): string {
  if (operationName === undefined) return query
  if (!NAME.test(operationName)) throw badRequest('operationName must be the name of an operation')
  return `${query}\n#${operationName}`
}

/** Mercurius wraps the errors of parsing and validation in one of its own, as we do with those of variables. */
export function errorsIn(thrown: unknown): readonly unknown[] {
  const wrapped = thrown instanceof Error && 'errors' in thrown ? thrown.errors : undefined
  return Array.isArray(wrapped) ? wrapped : [thrown]
}

function operationJudge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): KnownDocument['judge'] {
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
