import { ApiRefusal } from './api-refusal.ts'
import { credential } from './credential.ts'
import { postJson } from './post-json.ts'
import type { TypedDocument } from './typed-document.ts'
import { renewVisit, renewVisitWhenDue } from './visit.ts'

interface Answer<Result> {
  readonly data?: Result | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[]
}

interface RequestOptions {
  /** By whose right one asks, where it is not the page's. */
  readonly secret?: string
  readonly idempotencyKey?: string
  /** The visitor's token has been renewed for this very request. */
  readonly isRenewed?: boolean
}

/**
 * Asks the service one operation. Throws an `ApiRefusal` for the first error that it answers with. A change may carry an
 * `idempotencyKey`: sent again with the same one, it happens once.
 */
export async function request<Result, Variables>(
  document: TypedDocument<Result, Variables>,
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
    return request(document, variables, { isRenewed: true })
  }
  // Said of who was signed in when it was asked, not of who is now.
  if (error?.extensions?.['code'] === 'UNAUTHENTICATED' && !given && secret !== credential.get())
    throw new ApiRefusal('Somebody else has signed in since', { code: 'SIGNED_IN_ANEW' })
  if (error) throw new ApiRefusal(error.message, error.extensions)
  if (data == null) throw new ApiRefusal('The service answered nothing')
  return data
}
