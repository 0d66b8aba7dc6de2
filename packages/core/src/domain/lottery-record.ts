import { type Address, parseAddress } from './address.ts'
import { readBeacon } from './beacon.ts'
import { bytesOfHex } from './encodings.ts'
import { isObject } from './json.ts'
import type { LotteryRecord, RecordedEntry } from './lottery-verifier.ts'
import type { MerkleProof } from './merkle.ts'
import { err, ok, type Result } from './result.ts'

/** Whether a text is the record of a lottery, not of a drop's draws. */
export function isLotteryRecord(text: string): boolean {
  const json = parsed(text)
  return isObject(json) && 'lottery' in json
}

/**
 * Parses the record of a drawn lottery, with the names of the API: `dropId`, `lottery`, `wallets` (all pages of
 * `lotteryWallets`), and `entries` (answers of `lotteryEntry`). `wallets` and `entries` are optional. The error says what
 * is wrong.
 */
export function readLotteryRecord(text: string): Result<LotteryRecord, string> {
  const json = parsed(text)
  if (!isObject(json)) return err('it is no JSON')
  const { dropId, lottery, wallets: listed = null, entries: told = [] } = json
  if (typeof dropId !== 'string') return err('dropId: must be a text')
  if (!isObject(lottery)) return err('lottery: must be an object')
  const beacon = readBeacon(lottery['beacon'])
  if (!beacon) return err('lottery.beacon: cannot be read')
  const { root, round, entries: size, frozenAt: frozenTime, beaconSignature: signature } = lottery
  const frozenAt = typeof frozenTime === 'string' ? Date.parse(frozenTime) : Number.NaN
  if (typeof root !== 'string' || typeof signature !== 'string' || Number.isNaN(frozenAt))
    return err('lottery: root, frozenAt or beaconSignature is missing; is it drawn?')
  if (!isCount(round) || !isCount(size)) return err('lottery: round or entries is no whole number')
  const wallets = listed === null ? null : readList(listed, readWallet)
  if (wallets === undefined) return err('wallets: must be a list of addresses')
  const entries = readList(told, readEntry)
  if (entries === undefined) return err('entries: must be a list with userAddress, rank and proof')
  return ok({ dropId, beacon, root, round, frozenAt, size, signature, wallets, entries })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function readList<T>(value: unknown, read: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: T[] = []
  for (const one of value) {
    const item = read(one)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function readWallet(value: unknown): Address | undefined {
  const address = typeof value === 'string' ? parseAddress(value, 'wallet') : undefined
  return address?.ok ? address.value : undefined
}

function readEntry(value: unknown): RecordedEntry | undefined {
  if (!isObject(value)) return undefined
  const wallet = readWallet(value['userAddress'])
  const { rank = null, proof: shown = null } = value
  const proof = shown === null ? null : readProof(shown)
  if (wallet === undefined || proof === undefined || (rank !== null && !isCount(rank))) return undefined
  return { wallet, rank, proof }
}

/** Parses a proof as the API shows it, with hashes in hex. */
function readProof(value: unknown): MerkleProof | undefined {
  if (!isObject(value) || !isCount(value['index']) || !isCount(value['size'])) return undefined
  const path = readList(value['path'], (hash) => (typeof hash === 'string' ? bytesOfHex(hash) : undefined))
  return path && { index: value['index'], size: value['size'], path }
}
