import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type InlineFragmentNode,
  type ValidationRule,
} from 'graphql'
import { createDocumentReader } from '../execution/document-reader.ts'

/**
 * The number of cached documents, parsed and validated. Many sockets send the same ones, but any client may send new ones.
 */
const CACHED_DOCUMENTS = 250

/**
 * Rejects @skip and @include at the root of a subscription, because nothing may be left to subscribe to. The GraphQL
 * specification forbids them there, and graphql-js 16 fails on them.
 */
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

export interface SubscriptionDocuments {
  /**
   * Returns the valid document if the requested operation is a subscription. Null for another operation. Throws if the
   * document is not valid.
   */
  read(query: string, operationName: string | undefined): Promise<DocumentNode | null>
}

export function createSubscriptionDocuments(schema: GraphQLSchema): SubscriptionDocuments {
  const reader = createDocumentReader(schema, [wholeSubscriptionRule])
  const valid = new Map<string, DocumentNode>()

  function keep(query: string, document: DocumentNode): void {
    const [oldest] = valid.keys()
    if (valid.size >= CACHED_DOCUMENTS && oldest !== undefined) valid.delete(oldest)
    valid.set(query, document)
  }

  return {
    async read(query, operationName) {
      const isSubscription = (document: DocumentNode): boolean =>
        getOperationAST(document, operationName)?.operation === 'subscription'
      const known = valid.get(query)
      if (known) return isSubscription(known) ? known : null
      const document = await reader.read(query, isSubscription)
      if (document) keep(query, document)
      return document
    },
  }
}
