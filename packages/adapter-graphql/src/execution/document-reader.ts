import {
  type DocumentNode,
  type GraphQLSchema,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql'
import { fieldsCanMergeRule } from '../limits/fields-can-merge.ts'
import { LIMITS } from '../limits/limits.ts'
import { queryDepthRule } from '../limits/query-depth.ts'
import { refuseOddShape } from '../limits/query-shape.ts'
import { refuseLongText } from '../limits/query-text.ts'
import { createTurns } from '../turns.ts'

export interface DocumentReader {
  /** Returns the document, valid and within the limits. Throws if it is not; several errors as one `AggregateError`. */
  read(query: string): DocumentNode | Promise<DocumentNode>
  /** The same, but returns null, without validation, if the predicate rejects the parsed document. */
  read(
    query: string,
    isWanted: (document: DocumentNode) => boolean,
  ): DocumentNode | null | Promise<DocumentNode | null>
}

/** Texts of up to this many characters are read at once: about 2 ms of work. */
const MOST_AT_ONCE = 2_000
/** The number of rules per turn. Each visits the whole document, which takes 1 to 3 ms for the largest. */
const RULES_A_TURN = 6

const RULES: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule),
  fieldsCanMergeRule,
  queryDepthRule,
]

/**
 * Parses and validates texts. The largest allowed text takes up to 0.1 s. A long text is therefore read over several turns
 * of the event loop, and only one long text per turn, however many arrive at the same time.
 */
export function createDocumentReader(
  schema: GraphQLSchema,
  furtherRules: readonly ValidationRule[] = [],
): DocumentReader {
  const turns = createTurns(1)
  const rules = [...RULES, ...furtherRules]
  const groups = Array.from({ length: Math.ceil(rules.length / RULES_A_TURN) }, (_, n) =>
    rules.slice(n * RULES_A_TURN, (n + 1) * RULES_A_TURN),
  )

  const parsed = (query: string) => parse(query, { maxTokens: LIMITS.queryTokens })

  function assertValid(document: DocumentNode, group: readonly ValidationRule[]): void {
    const faults = validate(schema, document, group)
    if (faults.length > 0) throw new AggregateError(faults, 'the document is not valid')
  }

  async function readInTurns(
    query: string,
    isWanted: (document: DocumentNode) => boolean,
  ): Promise<DocumentNode | null> {
    await turns.next()
    refuseOddShape(query)
    const document = parsed(query)
    if (!isWanted(document)) return null
    for (const group of groups) {
      await turns.next()
      assertValid(document, group)
    }
    await turns.next()
    return document
  }

  function read(query: string): DocumentNode | Promise<DocumentNode>
  function read(
    query: string,
    isWanted: (document: DocumentNode) => boolean,
  ): DocumentNode | null | Promise<DocumentNode | null>
  function read(query: string, isWanted = (_document: DocumentNode): boolean => true) {
    refuseLongText(query)
    if (query.length > MOST_AT_ONCE) return readInTurns(query, isWanted)
    refuseOddShape(query)
    const document = parsed(query)
    if (!isWanted(document)) return null
    assertValid(document, rules)
    return document
  }

  return { read }
}
