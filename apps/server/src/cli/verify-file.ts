import { type DrawTotals, describeDrawError, readDrawRecord, verifyDraws } from '@dropkit/core'
import {
  describeLotteryError,
  isLotteryRecord,
  readLotteryRecord,
  verifyLottery,
} from '@dropkit/core/internal'
import { nodeHashes } from '../ports/node-crypto.ts'
import { readText } from './read-text.ts'

interface Verdict {
  readonly isFine: boolean
  readonly line: string
}

/**
 * Recomputes every draw, or the lottery, in a JSON file (`-` for standard input). Needs no server and no network. Returns
 * the result in words, and whether everything is there and correct.
 */
export async function verifyFile(path: string): Promise<Verdict> {
  const text = await readText(path)
  if (text === undefined) return { isFine: false, line: `${path} cannot be read` }
  const { verifyBlsRound: verifyRound } = await import('@dropkit/adapter-beacon')
  const hashes = { ...nodeHashes, verifyRound }
  return isLotteryRecord(text) ? lotteryVerdict(path, text, hashes) : drawsVerdict(path, text, hashes)
}

type Hashes = Parameters<typeof verifyDraws>[1] & Parameters<typeof verifyLottery>[1]

function drawsVerdict(path: string, text: string, hashes: Hashes): Verdict {
  const record = readDrawRecord(text)
  if (!record.ok) return { isFine: false, line: `${path} cannot be read: ${record.error}` }
  const check = verifyDraws(record.value, hashes)
  if (check.kind === 'invalid')
    return { isFine: false, line: `not verified: ${describeDrawError(check.error)}` }
  const words = totalsInWords(check, record.value.pool)
  return check.kind === 'verified'
    ? { isFine: true, line: `verified: ${words}` }
    : { isFine: false, line: `not verified completely: ${words}${HOW_TO_COMPLETE}` }
}

function lotteryVerdict(path: string, text: string, hashes: Hashes): Verdict {
  const record = readLotteryRecord(text)
  if (!record.ok) return { isFine: false, line: `${path} cannot be read: ${record.error}` }
  const check = verifyLottery(record.value, hashes)
  if (check.kind === 'invalid')
    return { isFine: false, line: `not verified: ${describeLotteryError(check.error)}` }
  const { round, wallets } = record.value
  const under = wallets === null ? 'the proofs' : `${wallets.length} wallets`
  return { isFine: true, line: `verified: ${under} under the root, round ${round}, ${check.entries} entries` }
}

const HOW_TO_COMPLETE = `
  The file does not have these amounts, because it was written before they were drawn. Add the drawn claims from the API as
  "claims": [{sequence, amount, beaconSignature}], or make the file a list of the events drop.deleted and claim.revealed.`

function totalsInWords({ draws, total, ordered, rounds, undrawn = 0 }: DrawTotals, pool: bigint): string {
  return [
    `${draws} draws, ${total} of ${pool} given out`,
    ...(ordered === undefined ? [] : [`${ordered} claims in order`]),
    ...(rounds === undefined ? [] : [`${rounds} rounds of the beacon`]),
    ...(undrawn === 0 ? [] : [`${undrawn} amounts not drawn yet`]),
  ].join(', ')
}
