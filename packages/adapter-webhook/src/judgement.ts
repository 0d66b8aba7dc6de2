/**
 * Whether requests to an address or a name are permitted. `public`: always. `private` (loopback, private networks,
 * link-local): only if private addresses are permitted. `never`: never.
 */
export type Judgement =
  | { readonly standing: 'public' }
  | { readonly standing: 'private' | 'never'; readonly reason: string }

/** The reason why it is not permitted. Undefined if it is permitted. */
export function refusalOf(judgement: Judgement, allowPrivate: boolean): string | undefined {
  if (judgement.standing === 'public') return undefined
  return judgement.standing === 'private' && allowPrivate ? undefined : judgement.reason
}
