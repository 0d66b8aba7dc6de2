import { inExplorer } from '../words/messages/explorer.ts'
/** What stands in the editor of headers: the credential, or how to come by one. */
export const headersText = (secret: string | null): string =>
  JSON.stringify(
    {
      Authorization: secret === null ? `Bearer <${inExplorer('keyFromDashboard')}>` : `Bearer ${secret}`,
    },
    null,
    2,
  )

/** Whether headers carry a credential; the words that stand in for one have spaces in them. */
export const haveCredential = (headers: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && /^Bearer \S+$/.test(String(value)),
  )
