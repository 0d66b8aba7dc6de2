import { readFile } from 'node:fs/promises'
import { describeDrawFault, readDrawRecord, verifyDraws } from '@dropkit/core'
import { nodeHashes } from '../ports/node-crypto.ts'

/** Recomputes every draw in a JSON file (`-` for standard input), with no server and no network. One line, and whether all is well. */
export async function verifyDrawsIn(
  path: string,
): Promise<{ readonly isFine: boolean; readonly line: string }> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch(() => null)
  if (text === null) return { isFine: false, line: `${path} cannot be read` }
  const record = readDrawRecord(text)
  if (!record.ok) return { isFine: false, line: `${path} cannot be read: ${record.error}` }
  const check = verifyDraws(record.value, nodeHashes)
  return check.kind === 'verified'
    ? {
        isFine: true,
        line: `verified: ${check.draws} draws, ${check.total} of ${record.value.pool} given out`,
      }
    : { isFine: false, line: `not as it should be: ${describeDrawFault(check.fault)}` }
}
