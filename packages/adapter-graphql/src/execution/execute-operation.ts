import { BudgetExceeded } from '@dropkit/core/internal'
import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Context } from '../context.ts'
import type { GraphqlRequest } from '../http/graphql-request.ts'
import { explainEngineLimit } from '../limits/query-text.ts'
import type { Admission } from './admission.ts'
import type { Engine } from './engine.ts'

/** The result of an operation: rejected before execution, or executed with or without errors. */
export type Outcome =
  | { readonly kind: 'refused'; readonly errors: readonly unknown[] }
  | { readonly kind: 'executed'; readonly data: unknown; readonly errors: readonly GraphQLError[] }

const NO_ERRORS: readonly GraphQLError[] = []

/** Runs one operation. Errors are returned as data. Never throws. */
export async function executeOperation(
  engine: Engine,
  context: Context,
  request: GraphqlRequest,
  admission: Admission,
): Promise<Outcome> {
  const { query, operationName, variables = {} } = request
  const { apiWatch, withBudget } = context.services
  let ends: (() => void) | undefined
  try {
    const prepared = engine.prepare(query, operationName)
    const { asked, judge, execute } = prepared instanceof Promise ? await prepared : prepared
    const run = async (startBudget?: () => void): Promise<ExecutionResult> => {
      if (!asked) return execute(context, variables)
      const [first] = asked.rootFields
      if (first) ends = apiWatch?.operationBegins?.(first.name.value)
      const entering = admission.enter(asked)
      if (entering) await entering
      judge(request)
      const beginning = admission.begin(asked)
      const begun = beginning && (await beginning)
      startBudget?.()
      return execute(begun ? { ...context, ...begun } : context, variables)
    }
    // Reads of mutations are not limited by the budget, because their work limits them; some of them are shared with other
    // requests.
    const isBounded = withBudget !== undefined && asked?.type === 'query'
    const { data, errors = NO_ERRORS } = await (isBounded ? withBudget(run) : run())
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
    ends?.()
  }
}

/** The maximum number of errors in an answer. */
const MOST_ERRORS = 100

const isExcess = ({ extensions, originalError }: GraphQLError): boolean =>
  originalError instanceof BudgetExceeded ||
  (extensions?.['details'] as { readonly limit?: unknown } | undefined)?.limit === 'queryCost'

/** Several errors of a document or of variables are thrown as one error; this returns them all. */
export function errorsIn(thrown: unknown): readonly unknown[] {
  const errors = thrown instanceof Error && 'errors' in thrown ? thrown.errors : undefined
  return Array.isArray(errors) ? errors : [thrown]
}
