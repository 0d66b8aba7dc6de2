import { Lexer, Source, TokenKind } from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

const OPENING: ReadonlySet<string> = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R])

/**
 * Rejects a query by its structure before it is parsed as a whole: if brackets are nested so deeply that the recursive
 * parser could overflow the stack, or if there are so many fragments that comparing each with all others takes longer than
 * running the query.
 */
export function refuseOddShape(query: string): void {
  const { queryNesting, queryFragments } = LIMITS
  // A cheap check first: most texts have fewer brackets and fragments in total than the limits.
  const mayNest = query.length > queryNesting && countOf(/[([{]/g, query) > queryNesting
  const mayHaveMany = query.length > 9 * queryFragments && countOf(/fragment/g, query) > queryFragments
  if (!mayNest && !mayHaveMany) return
  const { nesting, fragments } = shapeOf(query)
  if (nesting > queryNesting) {
    const message = `The query has brackets ${nesting} deep inside of each other, at most ${queryNesting} may be`
    throw tooComplex(message, { limit: 'queryNesting', value: queryNesting, asked: nesting })
  }
  if (fragments > queryFragments) {
    const message = `The query has ${fragments} fragments, at most ${queryFragments} are read`
    throw tooComplex(message, { limit: 'queryFragments', value: queryFragments, asked: fragments })
  }
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

/** Reads as much of the text as possible, within the token limit. Another rule rejects more tokens. */
function shapeOf(query: string): { readonly nesting: number; readonly fragments: number } {
  const lexer = new Lexer(new Source(query))
  let depth = 0
  let nesting = 0
  let fragments = 0
  try {
    for (let count = 0; count <= LIMITS.queryTokens; count++) {
      const { kind, value } = lexer.advance()
      if (kind === TokenKind.EOF) break
      if (OPENING.has(kind)) nesting = Math.max(nesting, ++depth)
      else if (CLOSING.has(kind)) depth--
      else if (depth === 0 && value === 'fragment') fragments++
    }
  } catch {
    // The parser reports the error better.
  }
  return { nesting, fragments }
}
