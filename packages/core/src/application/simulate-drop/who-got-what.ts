import type { Claim } from '../../domain/claim.ts'
import type { RefusalKind } from '../../domain/refusal.ts'
import { spreadOf } from './amount-spread.ts'
import type { CourseOfDrop, WalletOutcome } from './course-of-drop.ts'
import type { Crowd } from './crowd.ts'
import type { Plan } from './read-simulation.ts'

interface WhoGotWhat extends Pick<CourseOfDrop, 'wallets' | 'amounts' | 'listed' | 'bots'> {
  /** The number of wallets that got nothing, by the kind of their last refusal; undefined for wallets without a refusal. */
  readonly emptyHanded: ReadonlyMap<RefusalKind | undefined, number>
}

/** What the wallets have at the end, and the last refusals of those that have nothing. */
export function whoGotWhat(
  plan: Plan,
  crowd: Crowd,
  claimsOf: (wallet: number) => readonly Claim[],
  lastRefusalOf: (wallet: number) => RefusalKind | undefined,
): WhoGotWhat {
  const amounts: bigint[] = []
  const listed: WalletOutcome[] = []
  const emptyHanded = new Map<RefusalKind | undefined, number>()
  const bots = { wallets: 0, claims: 0, given: 0n }
  let [came, served] = [0, 0]
  for (const wallet of walletsIn(crowd)) {
    const claims = claimsOf(wallet)
    const lastRefusal = lastRefusalOf(wallet)
    const given = claims.reduce((sum, { amount }) => sum + amount, 0n)
    for (const { amount } of claims) amounts.push(amount)
    came++
    if (claims.length > 0) served++
    else emptyHanded.set(lastRefusal, (emptyHanded.get(lastRefusal) ?? 0) + 1)
    if (crowd.isBot(wallet)) {
      bots.wallets++
      bots.claims += claims.length
      bots.given += given
    } else if (plan.listed) {
      const address = crowd.address(wallet)
      listed.push({ address, claims: claims.length, given, lastRefusal: lastRefusal ?? null })
    }
  }
  return {
    wallets: { came, served, emptyHanded: came - served },
    amounts: spreadOf(amounts),
    listed: plan.listed ? listed : null,
    bots: plan.bots ? bots : null,
    emptyHanded,
  }
}

/** Each wallet once, even if a list names it several times. */
function walletsIn({ tries, size }: Crowd): readonly number[] {
  const came = new Uint8Array(size)
  for (let place = 0; place < tries.count; place++) came[tries.wallet(place)] = 1
  const wallets: number[] = []
  for (let wallet = 0; wallet < size; wallet++) if (came[wallet] === 1) wallets.push(wallet)
  return wallets
}
