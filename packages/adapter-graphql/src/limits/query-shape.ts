import { Lexer, Source, TokenKind } from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

const OPENING: ReadonlySet<string> = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R])

/**
 * Refuses a query by how it is built, before anything reads it as a whole: brackets so deep inside of each other that
 * the parser, which calls itself for each, could run out of stack; or so many fragments that comparing each with all
 * others takes longer than running the query.
 */
export function refuseOddShape(query: string): void {
  const { queryNesting, queryFragments } = LIMITS
  // Most texts have not so many brackets or fragments at all, whatever they stand in.
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

/** As far as the text can be read, and within the limit of tokens: more is refused for that. */
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
    // The parser says better what is wrong.
  }
  return { nesting, fragments }
}
