import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { payloadTooLarge, tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

/** Rejects a query that is too long. */
export function refuseLongText(query: string): void {
  const bytes = Buffer.byteLength(query)
  const value = LIMITS.queryBytes
  if (bytes <= value) return
  const message = `The query is ${bytes} bytes long, at most ${value} are read`
  throw payloadTooLarge(message, { limit: 'queryBytes', value, asked: bytes })
}

/** Converts an error of the parser's own limit to ours. Returns any other error unchanged. */
export function explainEngineLimit(error: unknown, query: string): unknown {
  if (!(error instanceof GraphQLError)) return error
  return error.message.includes('tokens. Parsing aborted') ? tooManyTokens(query) : error
}

function tooManyTokens(query: string): GraphQLError {
  const asked = countTokens(query)
  const value = LIMITS.queryTokens
  const message = `The query has ${asked ?? `more than ${value}`} tokens, at most ${value} are read`
  return tooComplex(message, { limit: 'queryTokens', value, asked })
}

function countTokens(query: string): number | null {
  const lexer = new Lexer(new Source(query))
  let count = 0
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count++
    return count
  } catch {
    return null
  }
}
