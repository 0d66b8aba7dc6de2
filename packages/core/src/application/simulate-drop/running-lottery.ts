import type { BeaconRound } from '../../domain/beacon.ts'
import type { Gate } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import { hexOfBytes, utf8 } from '../../domain/encodings.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import {
  decideEntries,
  type EntryRequest,
  type LotteryEntry,
  type LotteryWave,
} from '../../domain/lottery.ts'
import { entryLeaf, orderKey } from '../../domain/lottery-list.ts'
import {
  closeEntries,
  finishDraw,
  finishKeys,
  freezeEntries,
  isLotteryStopped,
  orderEntries,
} from '../../domain/lottery-steps.ts'
import { merkleRoot, type Sha256 } from '../../domain/merkle.ts'
import type { Refusal } from '../../domain/refusal.ts'

/** The answer to a wallet that asks to enter. */
export type EntryAnswer =
  | { readonly kind: 'entered' }
  /** It has entered before. */
  | { readonly kind: 'again'; readonly renewed: null }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** A round of the simulated beacon. It depends on the drop's id, and so on the seed of the simulation. */
export function simulatedRound(sha256: Sha256, dropId: DropId, round: number): BeaconRound {
  const signature = sha256(utf8(`round ${round} for ${dropId}`))
  return { round, signature: hexOfBytes(signature), randomness: hexOfBytes(sha256(signature)) }
}

/** The entries of a simulated lottery. Its methods return the drop after a step, or the same drop if the step is not due. */
export class RunningLottery {
  readonly #sha256: Sha256
  /** By the number of the wallet. */
  readonly #entries = new Map<number, LotteryEntry>()
  #ranked: readonly number[] = []

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
  }

  entryOf(wallet: number): LotteryEntry | undefined {
    return this.#entries.get(wallet)
  }

  /** The wallets of a wave, by rank. */
  walletsOf({ firstRank, lastRank }: LotteryWave): readonly number[] {
    return this.#ranked.slice(firstRank - 1, lastRank)
  }

  enter(
    wallet: number,
    { drop, now, gate }: { readonly drop: Drop; readonly now: Instant; readonly gate: Gate },
    request: EntryRequest,
  ): { readonly answer: EntryAnswer; readonly drop: Drop } {
    const entry = this.#entries.get(wallet)
    const entries = new Map(entry ? [[request.wallet, entry]] : [])
    const decided = decideEntries({ drop, entries, now, gate: () => gate }, [request])
    const [decision] = decided.decisions
    invariant(
      decision !== undefined && decision.kind !== 'facts_needed' && decision.kind !== 'proof_needed',
      'a decision on facts that are there',
    )
    if (decision.kind === 'refused') return { answer: decision, drop }
    if (decision.kind === 'repeated') return { answer: { kind: 'again', renewed: null }, drop }
    this.#entries.set(wallet, decision.entry)
    return { answer: { kind: 'entered' }, drop: decided.drop }
  }

  /** Closes the entries, publishes their root, and chooses the round. */
  close(drop: Drop, now: Instant): Drop {
    const wallets = [...this.#entries.values()].map(({ wallet }) => wallet).sort()
    const leaves = wallets.map((wallet) => entryLeaf(this.#sha256, drop.id, wallet))
    return freezeEntries(closeEntries(drop, now), hexOfBytes(merkleRoot(this.#sha256, leaves)), now).drop
  }

  /** Ranks the entries by the published round. */
  draw(drop: Drop, now: Instant): Drop {
    const { id: dropId, lottery } = drop
    if (lottery?.draw.kind !== 'FROZEN' || isLotteryStopped(drop, now)) return drop
    const { root, round: number } = lottery.draw
    const round = simulatedRound(this.#sha256, dropId, number)
    const source = { dropId, root, randomness: round.randomness }
    const keys = new Map<number, string>()
    for (const [wallet, entry] of this.#entries)
      keys.set(wallet, orderKey(this.#sha256, source, entry.wallet))
    const sorted = [...keys].sort(([, one], [, other]) => (one < other ? -1 : 1))
    this.#ranked = sorted.map(([wallet]) => wallet)
    for (const [place, [wallet, key]] of sorted.entries()) {
      const entry = this.#entries.get(wallet)
      if (entry) this.#entries.set(wallet, { ...entry, orderKey: key, rank: place + 1 })
    }
    return finishDraw(finishKeys(orderEntries(drop, round, now), now), now).drop
  }
}
