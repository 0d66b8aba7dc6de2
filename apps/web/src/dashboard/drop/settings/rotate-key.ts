import { ApiRefusal, unreachable } from '../../../api/api-refusal.ts'
import { credential } from '../../../api/credential.ts'

export interface RotatedKey {
  /** Base64 of the 32 bytes. */
  readonly newPublicKey: string
  /** `suiprivkey1…` */
  readonly newPrivateKey: string
}

/** Rotates a drop's key. The errors of this route have their own format, without a code. */
export async function rotateKey(dropId: string, reason: string): Promise<RotatedKey> {
  const answer = await fetch(`/drops/${encodeURIComponent(dropId)}/rotate-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${credential.get() ?? ''}` },
    body: JSON.stringify({ reason }),
  }).catch(() => {
    throw unreachable()
  })
  const body = await answer.json().catch(() => ({}))
  if (body.success === true) return body
  throw new ApiRefusal(String(body.error ?? `The service answered ${answer.status}`), { code: 'CONFLICT' })
}
