import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type DrawTotals, describeDrawError, readDrawRecord, verifyDraws } from '@dropkit/core'
import { describeLotteryError, readLotteryRecord, recordsIn, verifyLottery } from '@dropkit/core/internal'
import { nodeHashes } from '../ports/node-crypto.ts'

interface Verdict {
  readonly isFine: boolean
  readonly line: string
}

/**
 * Recomputes every draw and the lottery in a JSON file (`-` for standard input). Needs no server and no network. Returns
 * the result in words, and whether everything is there and correct.
 */
export async function verifyFile(path: string): Promise<Verdict> {
  const text = await readText(path)
  if (text === undefined) return { isFine: false, line: `${path} cannot be read` }
  const { verifyBlsRound: verifyRound } = await import('@dropkit/adapter-beacon')
  const hashes = { ...nodeHashes, verifyRound }
  const { hasLottery, hasDraws } = recordsIn(text)
  const verdicts = [
    ...(hasLottery ? [lotteryVerdict(path, text, hashes)] : []),
    ...(hasDraws ? [drawsVerdict(path, text, hashes)] : []),
  ]
  return {
    isFine: verdicts.every(({ isFine }) => isFine),
    line: verdicts.map(({ line }) => line).join('\n'),
  }
}

type Hashes = Parameters<typeof verifyDraws>[1] & Parameters<typeof verifyLottery>[1]

function drawsVerdict(path: string, text: string, hashes: Hashes): Verdict {
  const record = readDrawRecord(text)
  if (!record.ok) return { isFine: false, line: `${path} cannot be read: ${record.error}` }
  const check = verifyDraws(record.value, hashes)
  if (check.kind === 'invalid')
    return { isFine: false, line: `not verified: ${describeDrawError(check.error)}` }
  const words = totalsInWords(check, record.value.pool)
  return verdictOf(check, words, check.kind === 'incomplete' ? HOW_TO_COMPLETE : '')
}

/** A record by a beacon that only the record names proves nothing about its operator, so it is not fine. */
function verdictOf(
  { isBeaconPublic }: Pick<DrawTotals, 'isBeaconPublic'>,
  words: string,
  hint = '',
): Verdict {
  const hints = `${hint}${isBeaconPublic === false ? OWN_BEACON : ''}`
  return hints === ''
    ? { isFine: true, line: `verified: ${words}` }
    : { isFine: false, line: `not verified completely: ${words}${hints}` }
}

function lotteryVerdict(path: string, text: string, hashes: Hashes): Verdict {
  const record = readLotteryRecord(text)
  if (!record.ok) return { isFine: false, line: `${path} cannot be read: ${record.error}` }
  const check = verifyLottery(record.value, hashes)
  if (check.kind === 'invalid')
    return { isFine: false, line: `not verified: ${describeLotteryError(check.error)}` }
  const { round, wallets } = record.value
  const under = wallets === null ? 'the proofs' : `${wallets.length} wallets`
  return verdictOf(check, `${under} under the root, round ${round}, ${check.entries} entries`)
}

const HOW_TO_COMPLETE = `
  The file does not have these amounts, because it was written before they were drawn. Add the drawn claims from the API as
  "claims": [{sequence, amount, beaconSignature}], or make the file a list of the events drop.deleted and claim.revealed.`

const OWN_BEACON = `
  The rounds are from a beacon that only this record names. The owner of its key can know all rounds in advance.`

function totalsInWords({ draws, total, ordered, rounds, undrawn = 0 }: DrawTotals, pool: bigint): string {
  return [
    `${draws} draws, ${total} of ${pool} given out`,
    ...(ordered === undefined ? [] : [`${ordered} claims in order`]),
    ...(rounds === undefined ? [] : [`${rounds} rounds of the beacon`]),
    ...(undrawn === 0 ? [] : [`${undrawn} amounts not drawn yet`]),
  ].join(', ')
}

/** The text of a file, or of standard input for `-`. Undefined if it cannot be read. */
export const readText = (path: string): Promise<string | undefined> =>
  (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch(() => undefined)
