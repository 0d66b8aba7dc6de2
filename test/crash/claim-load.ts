// Wallets that claim continuously, each until it gets an answer. The answers are recorded.
import { setTimeout as pause } from 'node:timers/promises'
import type { AcknowledgedClaim } from '../support/ledger-violations.ts'
import { createRetryingClient, type RetryingClient } from './retrying-client.ts'

type Grant = AcknowledgedClaim & { readonly voucher: string }

type ClaimLoadOptions = {
  readonly key: string
  readonly dropId: string
  /** The URL for the next claim. Undefined while no server is running. */
  readonly url: () => string | undefined
  /** The number of concurrent claims. */
  readonly lanes: number
  /** The number of the first wallet. The following wallets count up. */
  readonly firstWallet?: number
  /** The total number of wallets; unlimited by default. */
  readonly wallets?: number
  /** The largest number of claims per second, over all lanes; unlimited by default. */
  readonly perSecond?: () => number
  /** Called with the number of wallets that have their answer. */
  readonly onAnswer?: (answered: number) => void
}

export type ClaimLoad = {
  /** The granted claims by wallet. */
  readonly granted: ReadonlyMap<string, AcknowledgedClaim>
  readonly refused: ReadonlyMap<string, string>
  readonly counts: RetryingClient['counts']
  /** The number of wallets whose claim is in progress. */
  readonly underWay: number
  /** Answers that differ from an earlier answer to the same wallet, and unexpected refusals. */
  readonly violations: readonly string[]
  /** Starts no more claims, and waits for the answers of those in progress. */
  readonly finish: () => Promise<void>
  /** Resolves when every wallet has its answer. */
  readonly done: Promise<void>
  /** Stops immediately, even if claims are in progress. */
  readonly abandon: () => void
}

const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    claim { id sequence amount } claimParams { amount nonce expiry signature }
  }
}`

/** One wallet in this many claims again immediately, and must get the same answer. */
const ASKS_AGAIN_EVERY = 10
/** The expected refusals. */
const SENSIBLE = new Set(['DROP_SOLD_OUT', 'DROP_NOT_ACTIVE'])

export const walletNumber = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

type Claimed = { claim: { id: string; sequence: number; amount: string }; claimParams: object }

const grantOf = (claimed: Claimed): Grant => ({
  claimId: claimed.claim.id,
  sequence: claimed.claim.sequence,
  amount: claimed.claim.amount,
  voucher: JSON.stringify(claimed.claimParams),
})

export const startClaims = (options: ClaimLoadOptions): ClaimLoad => {
  const { key, dropId, url, lanes, firstWallet = 1, wallets = Number.POSITIVE_INFINITY } = options
  const client = createRetryingClient(lanes)
  const granted = new Map<string, AcknowledgedClaim>()
  const refused = new Map<string, string>()
  const violations: string[] = []
  let next = firstWallet
  let underWay = 0
  let isFinishing = false

  const claimOnce = async (userAddress: string): Promise<Grant | string | undefined> => {
    const answer = await client.ask(url, { key, query: CLAIM, variables: { dropId, userAddress } })
    if (!answer) return undefined
    const claimed = answer.data?.['claimDrop'] as Claimed | null | undefined
    return claimed ? grantOf(claimed) : (answer.errors?.[0]?.extensions?.code ?? `HTTP ${answer.status}`)
  }

  const claim = async (wallet: string): Promise<void> => {
    const answer = await claimOnce(wallet)
    if (answer === undefined) return
    if (typeof answer === 'string') refused.set(wallet, answer)
    // The voucher is not stored, because it is long and there may be a million of them.
    else granted.set(wallet, { claimId: answer.claimId, sequence: answer.sequence, amount: answer.amount })
    options.onAnswer?.(granted.size + refused.size)
    if (typeof answer === 'string') {
      if (!SENSIBLE.has(answer)) violations.push(`${wallet} was refused with ${answer}`)
      return
    }
    if (granted.size % ASKS_AGAIN_EVERY !== 0) return
    const again = await claimOnce(wallet)
    if (again !== undefined && JSON.stringify(again) !== JSON.stringify(answer))
      violations.push(`${wallet} was told ${JSON.stringify(answer)}, then ${JSON.stringify(again)}`)
  }

  const lane = async (): Promise<void> => {
    while (!isFinishing && next < firstWallet + wallets) {
      const wallet = walletNumber(next++)
      const startedAt = performance.now()
      underWay++
      await claim(wallet).finally(() => underWay--)
      if (!options.perSecond) continue
      const dueMs = (1_000 * lanes) / options.perSecond()
      await pause(Math.max(0, dueMs - (performance.now() - startedAt)))
    }
  }

  const done = Promise.all(Array.from({ length: lanes }, lane)).then(() => client.close())
  return {
    granted,
    refused,
    counts: client.counts,
    get underWay() {
      return underWay
    },
    violations,
    finish: () => {
      isFinishing = true
      return done
    },
    done,
    abandon: () => {
      isFinishing = true
      client.close()
    },
  }
}

/** Pseudo-random numbers from a seed. */
export type Chance = {
  /** From `least` to `most`, both inclusive. */
  readonly between: (least: number, most: number) => number
  readonly oneOf: <T>(list: readonly T[]) => T
}

/** Mulberry32, by Tommy Ettinger (public domain): 32 bits of state, which is enough to choose the moments of kills. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    between,
    oneOf: (list) => {
      if (list.length === 0) throw new Error('nothing to choose from')
      return list[between(0, list.length - 1)] as (typeof list)[number]
    },
  }
}
