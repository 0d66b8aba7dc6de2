// Wallets that claim without a pause, each until it has its answer, and keep what they were told.
import { setTimeout as pause } from 'node:timers/promises'
import type { ToldClaim } from '../support/ledger-faults.ts'
import { createRetryingClient, type RetryingClient } from './retrying-client.ts'

type Grant = ToldClaim & { readonly voucher: string }

type ClaimLoadOptions = {
  readonly key: string
  readonly dropId: string
  /** Where to claim next; undefined while nobody is there. */
  readonly url: () => string | undefined
  /** How many claim at the same time. */
  readonly lanes: number
  /** Number of the first wallet; each one after it is one more. */
  readonly firstWallet?: number
  /** How many wallets come in all; without end by default. */
  readonly wallets?: number
  /** Most claims a second, over all lanes; as many as there can be by default. */
  readonly perSecond?: () => number
  /** Told how many wallets have their answer. */
  readonly onAnswer?: (answered: number) => void
}

export type ClaimLoad = {
  /** By wallet. */
  readonly granted: ReadonlyMap<string, ToldClaim>
  readonly refused: ReadonlyMap<string, string>
  readonly counts: RetryingClient['counts']
  /** Wallets whose claim is under way. */
  readonly underWay: number
  /** Answers that differ from what the same wallet was told before, and refusals that make no sense. */
  readonly faults: readonly string[]
  /** Lets the claims that are under way have their answers, and no more begin. */
  readonly finish: () => Promise<void>
  /** Resolves once every wallet has its answer. */
  readonly done: Promise<void>
  /** Ends it at once, whatever is under way. */
  readonly abandon: () => void
}

const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    claim { id sequence amount } claimParams { amount nonce expiry signature }
  }
}`

/** One in so many comes back at once and must be told the same. */
const ASKS_AGAIN_EVERY = 10
/** Refused as they should be. */
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
  const granted = new Map<string, ToldClaim>()
  const refused = new Map<string, string>()
  const faults: string[] = []
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
    const told = await claimOnce(wallet)
    if (told === undefined) return
    if (typeof told === 'string') refused.set(wallet, told)
    // A voucher is long, and there may be a million of them.
    else granted.set(wallet, { claimId: told.claimId, sequence: told.sequence, amount: told.amount })
    options.onAnswer?.(granted.size + refused.size)
    if (typeof told === 'string') {
      if (!SENSIBLE.has(told)) faults.push(`${wallet} was refused with ${told}`)
      return
    }
    if (granted.size % ASKS_AGAIN_EVERY !== 0) return
    const again = await claimOnce(wallet)
    if (again !== undefined && JSON.stringify(again) !== JSON.stringify(told))
      faults.push(`${wallet} was told ${JSON.stringify(told)}, then ${JSON.stringify(again)}`)
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
    faults,
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
