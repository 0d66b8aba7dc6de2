import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit'
import { inExplorer } from '../words/messages/explorer.ts'
import { haveCredential, headersText } from './explorer-headers.ts'

type ExecutionResult = Extract<Awaited<ReturnType<Fetcher>>, { readonly data?: unknown }>

/** The answer without a credential, in the format of the server's answers. */
const noKey = () =>
  ({
    data: null,
    errors: [
      {
        message: inExplorer('needsKey', { header: '{"Authorization": "Bearer dk_…"}' }),
      },
    ],
  }) as unknown as ExecutionResult

/**
 * Sends operations to this server: over HTTP, and subscriptions over a WebSocket. `secret` is the credential unless the
 * header editor contains one. Without a credential, nothing is sent, and the answer says what is missing.
 */
export function createExplorerFetcher(secret: string | null): Fetcher {
  const send = createGraphiQLFetcher({
    url: '/graphql',
    subscriptionUrl: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    enableIncrementalDelivery: false,
  })
  return (parameters, options = {}) => {
    const headers =
      haveCredential(options.headers) || secret === null ? options.headers : JSON.parse(headersText(secret))
    return haveCredential(headers) ? send(parameters, { ...options, headers }) : noKey()
  }
}
