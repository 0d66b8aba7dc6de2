import { type FlowStep, read } from './flow-step.ts'
import { FlowDropDocument, type FlowDropQuery } from './generated/flow-operations.ts'
import { ok, type Result, refusalOf, refused } from './result.ts'

export type FlowDrop = NonNullable<FlowDropQuery['byShortcode']>

/** @param place The drop's id or shortcode. */
export async function dropAt(step: FlowStep, place: string): Promise<Result<FlowDrop>> {
  const variables = { place, id: place, mayBeId: place.startsWith('drop_') }
  const answer = await read(step, FlowDropDocument, variables)
  if (!answer.ok) return answer
  const drop = answer.value.byId ?? answer.value.byShortcode
  return drop ? ok(drop) : refused(refusalOf('NOT_FOUND', 'Drop not found', { details: { what: 'Drop' } }))
}

/** Runs `work` with a session of the wallet, if it needs one, and runs it again if the session has ended. */
export async function withSession<Value>(
  step: FlowStep,
  drop: FlowDrop,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const isSignedIn = await ensureSession(step, drop, false)
  if (!isSignedIn.ok) return isSignedIn
  const first = await work()
  if (first.ok || first.refusal.code !== 'UNAUTHENTICATED' || step.parts.credentials.isCallers) return first
  const again = await ensureSession(step, drop, true)
  return again.ok ? work() : again
}

/** Signs in if claims on this drop need a session. On other drops, a key is enough. */
async function ensureSession(
  { parts, wallet, emit, signal }: FlowStep,
  drop: FlowDrop,
  isRenewal: boolean,
): Promise<Result<unknown>> {
  const { credentials, keyKind } = parts
  const known = credentials.session()
  if (known && isRenewal) await credentials.forget(known.token)
  if (known?.address === wallet.address && !isRenewal) return ok(known)
  const needsOwner = drop.claimAccess === 'WALLET' || (keyKind === 'publishable' && drop.price !== null)
  const isNeeded = keyKind === 'none' || needsOwner || known !== undefined
  if (!isNeeded) return ok(undefined)
  if (credentials.isCallers) return refused(refusalOf('UNAUTHENTICATED', 'The wallet is not signed in'))
  if (!isRenewal && (await credentials.resume(wallet.address))) return ok(undefined)
  await emit({ kind: 'signing_in' })
  return credentials.signIn(wallet, signal)
}
