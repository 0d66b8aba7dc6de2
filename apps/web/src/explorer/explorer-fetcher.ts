import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit'
import { inExplorer } from '../words/messages/explorer.ts'
import { haveCredential, headersText } from './explorer-headers.ts'

type ExecutionResult = Extract<Awaited<ReturnType<Fetcher>>, { readonly data?: unknown }>

/** As the service itself would answer. */
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
 * Asks this server: by HTTP, and where something is to be watched over a WebSocket. `secret` serves until the editor
 * of headers has another one. Without any, nothing is sent, and the answer says what is missing.
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
