/**
 * Whether we send to an address or a name. `public`: yes. `private`: only to whom private addresses are
 * permitted (loopback, private networks, link-local). `never`: to nobody.
 */
export type Judgement =
  | { readonly standing: 'public' }
  | { readonly standing: 'private' | 'never'; readonly reason: string }

/** Why it is not permitted, or undefined when it is. */
export function refusalOf(judgement: Judgement, allowPrivate: boolean): string | undefined {
  if (judgement.standing === 'public') return undefined
  return judgement.standing === 'private' && allowPrivate ? undefined : judgement.reason
}
