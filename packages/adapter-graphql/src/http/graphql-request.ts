import { parseJson } from '@dropkit/core/internal'
import { badRequest } from '../errors/request-error.ts'

export const API_PATH = '/graphql'

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
    return parseJson(text)
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

export const GRAPHQL_RESPONSE = 'application/graphql-response+json'
const JSON_RESPONSE = 'application/json'

/** Returns the media type that the client prefers of the two. JSON if it states none. */
export function responseMediaType(accept: string | undefined): string {
  if (!accept?.toLowerCase().includes(GRAPHQL_RESPONSE)) return JSON_RESPONSE
  const wanted = accept.split(',').map(readRange)
  const graphql = wanted.find(({ range }) => range === GRAPHQL_RESPONSE)
  if (!graphql || graphql.quality === 0) return JSON_RESPONSE
  const json = wanted.find(({ range }) => range === JSON_RESPONSE)
  if (!json || graphql.quality > json.quality) return GRAPHQL_RESPONSE
  const comesFirst = wanted.indexOf(graphql) < wanted.indexOf(json)
  return graphql.quality === json.quality && comesFirst ? GRAPHQL_RESPONSE : JSON_RESPONSE
}

function readRange(text: string): { readonly range: string; readonly quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { range, quality: Number.isNaN(quality) ? 1 : quality }
}
