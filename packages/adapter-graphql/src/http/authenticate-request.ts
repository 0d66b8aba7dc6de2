import type { Authenticated, Dropkit, Refusal, Result } from '@dropkit/core'
import { err } from '@dropkit/core'

const BEARER = /^Bearer +(\S+) *$/i

/** Who a request's `Authorization: Bearer …` belongs to. */
export async function authenticateRequest(
  dropkit: Dropkit,
  authorization: string | undefined,
): Promise<Result<Authenticated, Refusal>> {
  const secret = BEARER.exec(authorization ?? '')?.[1]
  return secret === undefined ? err({ kind: 'unauthenticated' }) : dropkit.authenticate(secret)
}
