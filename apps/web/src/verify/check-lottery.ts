import { type Address, parseAddress } from '@dropkit/core'
import {
  type LotteryCheck,
  type LotteryRecord,
  readLotteryRecord,
  verifyLotteryInSteps,
} from '@dropkit/core/internal'
import {
  type DropToCheckFragment,
  LotteryEntryToCheckDocument,
  LotteryWalletsPageDocument,
} from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { browserHashes, yieldToBrowser } from './draws.ts'
import { verifyRound } from './verify-round.ts'

export interface CheckedLottery {
  readonly check: LotteryCheck
  /** The lottery entry of the given wallet. Null if it has no entry, or if no wallet was given. */
  readonly entry: { readonly userAddress: string; readonly rank: number | null } | null
}

/** More proofs than it takes to find one position in the largest lottery. */
const MAX_PROOFS = 30

/**
 * Loads the wallets of a drawn lottery and the entry of `wallet` (if not empty), and recomputes the lottery in the browser.
 * If the list of wallets is wrong, loads proofs until the first wrong position is known. The page stays responsive.
 */
export async function checkLottery(
  { id: dropId, lottery }: Pick<DropToCheckFragment, 'id' | 'lottery'>,
  wallet: string,
  onProgress: (loaded: number) => void,
): Promise<CheckedLottery> {
  const wallets = await readWallets(dropId, onProgress)
  const entry = wallet === '' ? null : await readEntry(dropId, wallet)
  const entries = entry === null ? [] : [entry]
  for (;;) {
    // The wallets are parsed by page, because a million of them in one text would stop the page.
    const record = readLotteryRecord(JSON.stringify({ dropId, lottery, entries }))
    if (!record.ok) throw new Error(record.error)
    const check = await verify({ ...record.value, wallets })
    const asked = entries.length > MAX_PROOFS ? undefined : walletToProve(check, wallets)
    const proved = asked && (await readEntry(dropId, asked))
    if (!proved || entries.some(({ userAddress }) => userAddress === proved.userAddress))
      return { check, entry }
    entries.push(proved)
  }
}

async function verify(record: LotteryRecord): Promise<LotteryCheck> {
  const steps = verifyLotteryInSteps(record, { ...browserHashes, verifyRound })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await yieldToBrowser()
  }
}

/** The proof of this wallet would show more precisely where the list of wallets is wrong. */
function walletToProve(check: LotteryCheck, wallets: readonly Address[]): Address | undefined {
  if (check.kind === 'verified' || !('place' in check.error)) return undefined
  const { first, last } = check.error.place
  return first < last ? wallets[first - 1] : undefined
}

async function readWallets(dropId: string, onProgress: (loaded: number) => void): Promise<Address[]> {
  const wallets: Address[] = []
  for (;;) {
    const after = wallets.at(-1) ?? null
    const { lotteryWallets } = await request(LotteryWalletsPageDocument, { dropId, after })
    if (lotteryWallets.length === 0) return wallets
    for (const text of lotteryWallets) {
      const wallet = parseAddress(text, 'wallet')
      if (!wallet.ok) throw new Error(`${text} is not a wallet`)
      wallets.push(wallet.value)
    }
    onProgress(wallets.length)
  }
}

const readEntry = async (dropId: string, userAddress: string) =>
  (await request(LotteryEntryToCheckDocument, { dropId, userAddress })).lotteryEntry
