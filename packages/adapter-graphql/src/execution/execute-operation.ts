import { BudgetExceeded } from '@dropkit/core/internal'
import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Context } from '../context.ts'
import type { GraphqlRequest } from '../http/graphql-request.ts'
import type { Written } from '../limits/answer-size.ts'
import type { Party } from '../limits/at-once.ts'
import { explainEngineLimit } from '../limits/query-limits.ts'
import type { AskedOperation, Engine } from './engine.ts'

/**
 * The checks that a valid request must pass. A failed check throws. A check that need not wait returns no promise.
 */
export interface RequestChecks {
  /** The party in whose turns a new text is read and the store is used. */
  party(): Party
  /** Runs before variables and cost are checked. */
  enter(operation: AskedOperation): Promise<void> | undefined
  /** Runs after the request was found valid. */
  begin(operation: AskedOperation): Promise<Begun> | undefined
}

/** The operation runs, with these parts of its context replaced, or an earlier request has its answer. */
export type Begun =
  | { readonly kind: 'runs'; readonly context: Partial<Pick<Context, 'services' | 'record'>> }
  | Answered

interface Answered {
  readonly kind: 'answered'
  readonly answer: { readonly status: number; readonly text: string }
}

/** The result of an operation: rejected before execution, executed with or without errors, or answered before. */
export type Outcome =
  | Answered
  | { readonly kind: 'refused'; readonly errors: readonly unknown[] }
  | {
      readonly kind: 'executed'
      readonly data: unknown
      readonly errors: readonly GraphQLError[]
      /** The data as JSON, if it was written already. */
      readonly written?: Written
    }

const NO_ERRORS: readonly GraphQLError[] = []

/** Runs one operation. Errors are returned as data. Never throws. */
export async function executeOperation(
  engine: Engine,
  context: Context,
  request: GraphqlRequest,
  checks: RequestChecks,
): Promise<Outcome> {
  const { query, operationName, variables = {} } = request
  const { apiWatch, withBudget } = context.services
  let ends: (() => void) | undefined
  try {
    const prepared = engine.prepare(query, operationName, checks.party)
    const { asked, judge, execute } = prepared instanceof Promise ? await prepared : prepared
    const run = async (startBudget?: () => void): Promise<ExecutionResult | Answered> => {
      if (!asked) return execute(context, variables)
      const [first] = asked.rootFields
      if (first) ends = apiWatch?.operationBegins?.(first.name.value)
      const entering = checks.enter(asked)
      if (entering) await entering
      judge(request)
      const beginning = checks.begin(asked)
      const begun = beginning && (await beginning)
      if (begun?.kind === 'answered') return begun
      startBudget?.()
      return execute(begun ? { ...context, ...begun.context } : context, variables)
    }
    const result = await (withBudget && asked ? withBudget(context.objects.owner, run) : run())
    if ('answer' in result) return result
    const { data, errors = NO_ERRORS } = result
    if (data === undefined) return { kind: 'refused', errors }
    if (errors.length === 0) return { kind: 'executed', data, errors }
    // An answer with parts missing because of its size is replaced by the error. Later fields fail with the same error.
    const excess = asked?.type === 'query' ? errors.find(isExcess) : undefined
    if (excess) return { kind: 'executed', data: null, errors: [excess] }
    return { kind: 'executed', data, errors: errors.slice(0, MOST_ERRORS) }
  } catch (thrown) {
    const errors = errorsIn(thrown).map((error) => explainEngineLimit(error, query))
    return { kind: 'refused', errors }
  } finally {
    context.objects.end()
    ends?.()
  }
}

/** The maximum number of errors in an answer. */
const MOST_ERRORS = 100

const LIMITS_OF_ANSWERS: readonly unknown[] = ['queryCost', 'answerBytes']

const isExcess = ({ extensions, originalError }: GraphQLError): boolean =>
  originalError instanceof BudgetExceeded ||
  LIMITS_OF_ANSWERS.includes((extensions?.['details'] as { readonly limit?: unknown } | undefined)?.limit)

/** Several errors of a document or of variables are thrown as one error; this returns them all. */
export function errorsIn(thrown: unknown): readonly unknown[] {
  const errors = thrown instanceof Error && 'errors' in thrown ? thrown.errors : undefined
  return Array.isArray(errors) ? errors : [thrown]
}
