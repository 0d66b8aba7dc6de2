import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type InlineFragmentNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql'
import { LIMITS } from '../limits/limits.ts'
import { queryDepthRule } from '../limits/query-depth.ts'
import { refuseOddShape } from '../limits/query-shape.ts'
import { refuseLongText } from '../limits/query-text.ts'

/** Documents that are kept parsed and validated: many sockets ask for the same, and anybody may send new ones. */
const KEPT_DOCUMENTS = 250

/** There would be nothing to subscribe to: the GraphQL specification forbids it, and graphql-js 16 falls over it. */
const wholeSubscriptionRule: ValidationRule = (context) => {
  const judge = (node: FieldNode | FragmentSpreadNode | InlineFragmentNode): void => {
    if (context.getParentType() !== context.getSchema().getSubscriptionType()) return
    const left = node.directives?.find(({ name }) => name.value === 'skip' || name.value === 'include')
    if (left)
      context.reportError(
        new GraphQLError(`What a subscription asks for may not have @${left.name.value}`, { nodes: left }),
      )
  }
  return { Field: judge, FragmentSpread: judge, InlineFragment: judge }
}
const RULES = [...specifiedRules, queryDepthRule, wholeSubscriptionRule]

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
