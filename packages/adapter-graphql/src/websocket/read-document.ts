import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LIMITS } from '../limits/limits.ts'
import { queryDepthRule } from '../limits/query-depth.ts'
import { refuseOddShape } from '../limits/query-shape.ts'
import { refuseLongText } from '../limits/query-text.ts'

/** Documents that are kept parsed and validated: many sockets ask for the same, and anybody may send new ones. */
const KEPT_DOCUMENTS = 250
const RULES = [...specifiedRules, queryDepthRule]

export interface SubscriptionDocuments {
  /** The document, valid within the limits, when the operation that it is to run is a subscription. Throws what is wrong. */
  read(query: string, operationName: string | undefined): DocumentNode | undefined
}

export function createSubscriptionDocuments(schema: GraphQLSchema): SubscriptionDocuments {
  const valid = new Map<string, DocumentNode>()

  function keep(query: string, document: DocumentNode): void {
    const [oldest] = valid.keys()
    if (valid.size >= KEPT_DOCUMENTS && oldest !== undefined) valid.delete(oldest)
    valid.set(query, document)
  }

  return {
    read(query, operationName) {
      refuseLongText(query)
      refuseOddShape(query)
      const known = valid.get(query)
      const document = known ?? parse(query, { maxTokens: LIMITS.queryTokens })
      if (getOperationAST(document, operationName)?.operation !== 'subscription') return undefined
      if (known) return known
      const faults = validate(schema, document, RULES)
      if (faults.length > 0) throw new AggregateError(faults, 'the document is not valid')
      keep(query, document)
      return document
    },
  }
}
