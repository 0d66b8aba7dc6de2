import { inExplorer } from '../words/messages.ts'
/** The initial text of the header editor: the credential, or how to get one. */
export const headersText = (secret: string | null): string =>
  JSON.stringify(
    {
      Authorization: secret === null ? `Bearer <${inExplorer('keyFromDashboard')}>` : `Bearer ${secret}`,
    },
    null,
    2,
  )

/** Whether the headers contain a credential. The placeholder contains spaces, so it does not count. */
export const haveCredential = (headers: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && /^Bearer \S+$/.test(String(value)),
  )
