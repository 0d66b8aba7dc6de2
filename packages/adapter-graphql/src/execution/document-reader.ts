import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  Lexer,
  type ObjectFieldNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type SelectionSetNode,
  Source,
  specifiedRules,
  TokenKind,
  type ValidationContext,
  type ValidationRule,
  validate,
  visit,
} from 'graphql'
import { type ErrorExtensions, tooComplex } from '../errors/request-error.ts'
import { fieldsCanMergeRule } from '../limits/fields-can-merge.ts'
import { LIMITS } from '../limits/limits.ts'
import { refuseLongText } from '../limits/query-limits.ts'
import { isLongText } from './long-texts.ts'

const isIntrospection = (fieldName: string): boolean => fieldName === '__schema' || fieldName === '__type'

/**
 * Rejects operations that are too deep. A root field has depth 1, its fields have depth 2, and so on; fragments add no
 * depth. Introspection fields may be deeper, because tools need that.
 */
const queryDepthRule: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const depths = fieldDepths(operation.selectionSet, context)
    for (const [limit, value, asked] of [
      ['introspectionDepth', LIMITS.introspectionDepth, depths.introspection],
      ['queryDepth', LIMITS.queryDepth, depths.fields],
    ] as const) {
      if (asked <= value) continue
      const message = `The query is ${asked} deep, at most ${value} is allowed`
      context.reportError(tooComplex(message, { limit, value, asked }))
    }
    return false
  },
})

function fieldDepths(root: SelectionSetNode, context: ValidationContext) {
  const byFragment = new Map<string, number>()
  const deepest = { fields: 0, introspection: 0 }

  /** The number of field levels in a selection. A fragment that spreads itself is rejected by another rule. */
  function levels(selections: SelectionSetNode, isRoot: boolean): number {
    let deepestHere = 0
    for (const selection of selections.selections) {
      let depth: number
      if (selection.kind === Kind.FIELD) {
        depth = 1 + (selection.selectionSet ? levels(selection.selectionSet, false) : 0)
        if (isRoot) note(selection.name.value, depth)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        depth = levels(selection.selectionSet, isRoot)
      } else {
        depth = levelsOfFragment(selection.name.value, isRoot)
      }
      deepestHere = Math.max(deepestHere, depth)
    }
    return deepestHere
  }

  function levelsOfFragment(name: string, isRoot: boolean): number {
    const key = `${isRoot} ${name}`
    const known = byFragment.get(key)
    if (known !== undefined) return known
    byFragment.set(key, 0)
    const fragment = context.getFragment(name)
    const depth = fragment ? levels(fragment.selectionSet, isRoot) : 0
    byFragment.set(key, depth)
    return depth
  }

  function note(fieldName: string, depth: number): void {
    const kind = isIntrospection(fieldName) ? 'introspection' : 'fields'
    deepest[kind] = Math.max(deepest[kind], depth)
  }

  levels(root, true)
  return deepest
}

export interface DocumentReader {
  /**
   * Returns the document, valid and within the limits. Throws if it is not; several errors as one `AggregateError`. A long
   * text must have its turn.
   */
  read(query: string): DocumentNode | Promise<DocumentNode>
  /** The same, but returns null, without validation, if the predicate rejects the parsed document. */
  read(
    query: string,
    isWanted: (document: DocumentNode) => boolean,
  ): DocumentNode | null | Promise<DocumentNode | null>
}

/** The number of rules per turn. Each visits the whole document, which takes 1 to 3 ms for the largest. */
const RULES_A_TURN = 6

const RULES: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule),
  fieldsCanMergeRule,
  queryDepthRule,
]

/**
 * Parses and validates texts. The largest allowed text takes up to 0.1 s. A long text is therefore read over several turns
 * of the event loop.
 */
export function createDocumentReader(
  schema: GraphQLSchema,
  furtherRules: readonly ValidationRule[] = [],
): DocumentReader {
  const rules = [...RULES, ...furtherRules]
  const groups = Array.from({ length: Math.ceil(rules.length / RULES_A_TURN) }, (_, n) =>
    rules.slice(n * RULES_A_TURN, (n + 1) * RULES_A_TURN),
  )

  const parsed = (query: string) => parse(query, { maxTokens: LIMITS.queryTokens })

  function assertValid(document: DocumentNode, group: readonly ValidationRule[]): void {
    const errors = validate(schema, document, group)
    if (errors.length > 0) throw new AggregateError(nameFields(document, errors), 'the document is not valid')
  }

  async function readInTurns(
    query: string,
    isWanted: (document: DocumentNode) => boolean,
  ): Promise<DocumentNode | null> {
    refuseOddShape(query)
    const document = parsed(query)
    if (!isWanted(document)) return null
    for (const group of groups) {
      await nextTurn()
      assertValid(document, group)
    }
    await nextTurn()
    return document
  }

  function read(query: string): DocumentNode | Promise<DocumentNode>
  function read(
    query: string,
    isWanted: (document: DocumentNode) => boolean,
  ): DocumentNode | null | Promise<DocumentNode | null>
  function read(query: string, isWanted = (_document: DocumentNode): boolean => true) {
    refuseLongText(query)
    if (isLongText(query)) return readInTurns(query, isWanted)
    refuseOddShape(query)
    const document = parsed(query)
    if (!isWanted(document)) return null
    assertValid(document, rules)
    return document
  }

  return { read }
}

const OPENING: ReadonlySet<string> = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R])

/**
 * The maximum number of line breaks in a query. For each error, graphql-js counts those before its place, and a comment
 * between two of them takes memory, but is no token.
 */
export const QUERY_LINE_BREAKS = 2_000

/**
 * Rejects a query by its structure before it is parsed as a whole: if it has too many line breaks, if brackets are nested so
 * deeply that the recursive parser could overflow the stack, or if there are so many fragments that comparing each with all
 * others takes longer than running the query.
 */
function refuseOddShape(query: string): void {
  const { queryNesting, queryFragments } = LIMITS
  const lineBreaks = query.length > QUERY_LINE_BREAKS ? countOf(/\r\n|[\n\r]/g, query) : 0
  if (lineBreaks > QUERY_LINE_BREAKS) {
    const message = `The query has ${lineBreaks} line breaks, at most ${QUERY_LINE_BREAKS} are read`
    throw tooComplex(message, { limit: 'queryLineBreaks', value: QUERY_LINE_BREAKS, asked: lineBreaks })
  }
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

/** Of messages that name a missing argument or input field: the error is then at the object around it. */
const MISSING = /^Field "(?:\w+\.(\w+)" of required type|\w+" argument "(\w+)" of type)/

/** Adds the argument or input field to each error of a document that is about one, as in errors of variables. */
function nameFields(document: DocumentNode, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const fields = fieldsOf(document, new Set(errors.flatMap(({ nodes = [] }) => nodes)))
  return errors.map((error) => {
    if (error.extensions['code'] !== undefined) return error
    const missing = MISSING.exec(error.message)
    const field =
      missing?.[1] ?? missing?.[2] ?? error.nodes?.map((node) => fields.get(node)).find((name) => name)
    if (field === undefined) return error
    return new GraphQLError(error.message, {
      nodes: error.nodes ?? [],
      extensions: {
        code: 'BAD_USER_INPUT',
        retryable: false,
        field: field.slice(0, 100),
      } satisfies ErrorExtensions,
    })
  })
}

/** The innermost argument or input field around each of the nodes that is in one. */
function fieldsOf(document: DocumentNode, nodes: ReadonlySet<ASTNode>): ReadonlyMap<ASTNode, string> {
  const around: string[] = []
  const fields = new Map<ASTNode, string>()
  visit(document, {
    enter(node) {
      if (hasValue(node)) around.push(node.name.value)
      const field = around.at(-1)
      if (field !== undefined && nodes.has(node)) fields.set(node, field)
    },
    leave(node) {
      if (hasValue(node)) around.pop()
    },
  })
  return fields
}

const hasValue = (node: ASTNode): node is ArgumentNode | ObjectFieldNode =>
  node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD
