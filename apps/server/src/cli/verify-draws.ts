import { readFile } from 'node:fs/promises'
import { type DrawCheck, describeDrawFault, readDrawRecord, verifyDraws } from '@dropkit/core'
import { nodeHashes } from '../ports/node-crypto.ts'

/** Recomputes every draw in a JSON file (`-` for standard input), with no server and no network. One line, and whether all is well. */
export async function verifyDrawsIn(
  path: string,
): Promise<{ readonly isFine: boolean; readonly line: string }> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch(() => null)
  if (text === null) return { isFine: false, line: `${path} cannot be read` }
  const record = readDrawRecord(text)
  if (!record.ok) return { isFine: false, line: `${path} cannot be read: ${record.error}` }
  const { verifyBlsRound: verifyRound } = await import('@dropkit/adapter-beacon')
  const check = verifyDraws(record.value, { ...nodeHashes, verifyRound })
  return check.kind === 'verified'
    ? { isFine: true, line: verifiedLine(check, record.value.pool) }
    : { isFine: false, line: `not as it should be: ${describeDrawFault(check.fault)}` }
}

function verifiedLine(check: Extract<DrawCheck, { kind: 'verified' }>, pool: bigint): string {
  const { draws, total, ordered, rounds, undrawn = 0 } = check
  return [
    `verified: ${draws} draws, ${total} of ${pool} given out`,
    ...(ordered === undefined ? [] : [`${ordered} claims in order`]),
    ...(rounds === undefined ? [] : [`${rounds} rounds of the beacon`]),
    ...(undrawn === 0 ? [] : [`${undrawn} amounts not drawn yet`]),
  ].join(', ')
}
