import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { payloadTooLarge, tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

/** Refuses a query that is too long to be read. */
export function refuseLongText(query: string): void {
  const bytes = Buffer.byteLength(query)
  const value = LIMITS.queryBytes
  if (bytes <= value) return
  const message = `The query is ${bytes} bytes long, at most ${value} are read`
  throw payloadTooLarge(message, { limit: 'queryBytes', value, asked: bytes })
}

/** What the parser and the validator have limits of their own for, in our words; any other error as it is. */
export function explainEngineLimit(error: unknown, query: string): unknown {
  if (!(error instanceof GraphQLError)) return error
  if (error.message === 'Validation aborted.') return tooManyComparisons()
  return error.message.includes('tokens. Parsing aborted') ? tooManyTokens(query) : error
}

function tooManyTokens(query: string): GraphQLError {
  const asked = countTokens(query)
  const value = LIMITS.queryTokens
  const message = `The query has ${asked ?? `more than ${value}`} tokens, at most ${value} are read`
  return tooComplex(message, { limit: 'queryTokens', value, asked })
}

/** The validator's own bound on finding out whether fields of one name mean the same. */
function tooManyComparisons(): GraphQLError {
  const message = 'The query names the same fields too often to be checked'
  return tooComplex(message, { limit: 'fieldComparisons', value: LIMITS.fieldComparisons, asked: null })
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
