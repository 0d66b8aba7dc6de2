import { badRequest } from '../errors/request-error.ts'

/** One operation to run. */
export interface GraphqlRequest {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: { readonly [name: string]: unknown } | undefined
  /** True for a GET. It changes nothing, so a proxy may repeat it. */
  readonly isReadOnly: boolean
}

type Parameters = { readonly [name: string]: unknown }

/** Reads the body of a POST. Throws an API error if it is invalid. */
export function readBody(body: unknown): GraphqlRequest {
  if (Array.isArray(body)) {
    throw badRequest(`A request holds one operation, this one is a batch of ${body.length}`, {
      limit: 'operations',
      value: 1,
      asked: body.length,
    })
  }
  if (!isMap(body)) throw badRequest('The body must be a JSON object with a query')
  return readParameters(body, false)
}

/** Reads the parameters of a GET. Two of them are JSON texts. */
export function readQueryString(given: Parameters): GraphqlRequest {
  const variables = parseParameter(given, 'variables')
  const extensions = parseParameter(given, 'extensions')
  return readParameters({ ...given, variables, extensions }, true)
}

function parseParameter(given: Parameters, name: string): unknown {
  const text = given[name]
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(`${name} must be JSON`)
  }
}

function readParameters(given: Parameters, isReadOnly: boolean): GraphqlRequest {
  const { query, operationName, variables, extensions } = given
  if (typeof query !== 'string') throw badRequest('query must be a string')
  if (operationName != null && typeof operationName !== 'string') {
    throw badRequest('operationName must be a string')
  }
  if (variables != null && !isMap(variables)) throw badRequest('variables must be an object')
  if (extensions != null && !isMap(extensions)) throw badRequest('extensions must be an object')
  return { query, operationName: operationName || undefined, variables: variables ?? undefined, isReadOnly }
}

const isMap = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
