import { type LotteryCheck, readLotteryRecord, verifyLottery } from '@dropkit/core/internal'
import {
  type DropToCheckFragment,
  LotteryEntryToCheckDocument,
  LotteryWalletsPageDocument,
} from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { browserHashes } from './browser-hashes.ts'
import { verifyRound } from './verify-round.ts'

export interface CheckedLottery {
  readonly check: LotteryCheck
  /** The lottery entry of the given wallet. Null if it has no entry, or if no wallet was given. */
  readonly entry: { readonly userAddress: string; readonly rank: number | null } | null
}

/**
 * Loads the wallets of a drawn lottery and the entry of `wallet` (if not empty), and recomputes the lottery in the browser.
 */
export async function checkLottery(
  { id: dropId, lottery }: Pick<DropToCheckFragment, 'id' | 'lottery'>,
  wallet: string,
  onProgress: (loaded: number) => void,
): Promise<CheckedLottery> {
  const wallets = await readWallets(dropId, onProgress)
  const entry = wallet === '' ? null : await readEntry(dropId, wallet)
  const record = readLotteryRecord(
    JSON.stringify({ dropId, lottery, wallets, entries: entry === null ? [] : [entry] }),
  )
  if (!record.ok) throw new Error(record.error)
  return { check: verifyLottery(record.value, { ...browserHashes, verifyRound }), entry }
}

async function readWallets(dropId: string, onProgress: (loaded: number) => void): Promise<string[]> {
  const wallets: string[] = []
  for (;;) {
    const after = wallets.at(-1) ?? null
    const { lotteryWallets } = await request(LotteryWalletsPageDocument, { dropId, after })
    if (lotteryWallets.length === 0) return wallets
    wallets.push(...lotteryWallets)
    onProgress(wallets.length)
  }
}

const readEntry = async (dropId: string, userAddress: string) =>
  (await request(LotteryEntryToCheckDocument, { dropId, userAddress })).lotteryEntry
