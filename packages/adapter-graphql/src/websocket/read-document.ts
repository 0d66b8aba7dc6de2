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
import { createDocumentCache } from '../execution/document-cache.ts'
import { createDocumentReader } from '../execution/document-reader.ts'
import { inTurn } from '../execution/long-texts.ts'
import type { Party } from '../limits/at-once.ts'

/** The length of the cached texts. Many sockets send the same ones, but any client may send new ones. */
const LENGTH_OF_DOCUMENTS = 32 * 1024

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
   * document is not valid. A long new text is read when it is the turn of the party.
   */
  read(query: string, operationName: string | undefined, party: () => Party): Promise<DocumentNode | null>
}

export function createSubscriptionDocuments(schema: GraphQLSchema): SubscriptionDocuments {
  const reader = createDocumentReader(schema, [wholeSubscriptionRule])
  const known = createDocumentCache<{ readonly document: DocumentNode | null }>(LENGTH_OF_DOCUMENTS)

  return {
    async read(query, operationName, party) {
      const isSubscription = (document: DocumentNode): boolean =>
        getOperationAST(document, operationName)?.operation === 'subscription'
      const found = known.get(query, operationName)
      if (found) return found.document
      return inTurn(party, query, async () => {
        // Another socket may have sent the same text while this one waited.
        const read = known.get(query, operationName)
        if (read) return read.document
        const document = await reader.read(query, isSubscription)
        known.set(query, operationName, { document })
        return document
      })
    },
  }
}
