import type { Document } from '@dropkit/client'
import { loadReasons } from '../words/error-words.ts'
import { ApiRefusal } from './errors.ts'
import { credential, postJson, renewVisit, renewVisitWhenDue } from './http.ts'

interface Answer<Result> {
  readonly data?: Result | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[]
}

interface RequestOptions {
  /** The credential, if it is not the page's. */
  readonly secret?: string
  readonly idempotencyKey?: string | undefined
  /** Whether the visitor's token was just renewed for this request. */
  readonly isRenewed?: boolean
}

/**
 * Sends one operation to the server. Throws an `ApiRefusal` for the first error in the answer. A mutation that is sent
 * again with the same `idempotencyKey` has one effect.
 */
export async function request<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  { secret: given, idempotencyKey, isRenewed = false }: RequestOptions = {},
): Promise<Result> {
  if (!given && credential.get()?.startsWith('dv_')) await renewVisitWhenDue()
  const secret = given ?? credential.get()
  const { body } = await postJson(
    '/graphql',
    { query: document.toString(), variables },
    {
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
  )
  const { data, errors } = body as Answer<Result>
  const [error] = errors ?? []
  if (error?.extensions?.['code'] === 'UNAUTHENTICATED' && !isRenewed && secret?.startsWith('dv_')) {
    await renewVisit()
    return request(document, variables, { idempotencyKey, isRenewed: true })
  }
  // The error is about the user who was signed in when the request was sent, not about the current user.
  if (error?.extensions?.['code'] === 'UNAUTHENTICATED' && !given && secret !== credential.get())
    throw new ApiRefusal('Another user has signed in since', { code: 'SIGNED_IN_ANEW' })
  if (error) {
    const refusal = new ApiRefusal(error.message, error.extensions)
    await loadReasons(refusal)
    throw refusal
  }
  if (data == null) throw new ApiRefusal('The service answered nothing')
  return data
}
