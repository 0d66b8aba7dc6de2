import { GraphQLError } from 'graphql'

/** Stands in for every operation of the schema that nobody has written yet. */
export function notImplemented(): never {
  throw new GraphQLError('This operation is not available yet', {
    extensions: { code: 'NOT_IMPLEMENTED', retryable: false },
  })
}
