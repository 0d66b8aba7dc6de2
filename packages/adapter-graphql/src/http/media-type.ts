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
