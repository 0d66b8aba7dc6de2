import { readFile } from 'node:fs/promises'
import {
  type DrawFault,
  type DrawRecord,
  parseAddress,
  parseAmount,
  readId,
  verifyDraws,
} from '@dropkit/core'
import { z } from 'zod'
import { nodeHashes } from '../ports/node-crypto.ts'

/** What a finished random drop shows of itself, by the names that the API and `drop.deleted` give it. */
const recordShape = z.object({
  dropId: z.string(),
  maxAmount: z.string(),
  supply: z.number().int().min(1).nullish(),
  randomnessCommitment: z.string(),
  randomnessSeed: z.string(),
  draws: z.array(z.object({ sequence: z.number().int(), userAddress: z.string(), amount: z.string() })),
})

/** Recomputes every draw in a JSON file (`-` for standard input), with no server and no network. One line, and whether all is well. */
export async function verifyDrawsIn(
  path: string,
): Promise<{ readonly isFine: boolean; readonly line: string }> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch(() => null)
  if (text === null) return { isFine: false, line: `${path} cannot be read` }
  const record = readRecord(text)
  if (typeof record === 'string') return { isFine: false, line: `${path} cannot be read: ${record}` }
  const check = verifyDraws(record, nodeHashes)
  return check.kind === 'verified'
    ? { isFine: true, line: `verified: ${check.draws} draws, ${check.total} of ${record.pool} given out` }
    : { isFine: false, line: `not as it should be: ${describe(check.fault)}` }
}

function readRecord(text: string): DrawRecord | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'it is no JSON'
  }
  const read = recordShape.safeParse(json)
  if (!read.success)
    return ['it does not hold the draws of a drop', ...read.error.issues.map(asLine)].join('\n  ')
  const { data } = read
  const dropId = readId('drop', data.dropId)
  const pool = parseAmount(data.maxAmount, 'maxAmount')
  if (!dropId || !pool.ok) return !dropId ? "dropId: not a drop's id" : 'maxAmount: not an amount'
  const draws: DrawRecord['draws'][number][] = []
  // Lists come newest first; draws are checked in the order in which they were made.
  for (const draw of data.draws.toSorted((one, other) => one.sequence - other.sequence)) {
    const claimer = parseAddress(draw.userAddress, 'userAddress')
    const amount = parseAmount(draw.amount, 'amount')
    if (!claimer.ok || !amount.ok) return `draw ${draw.sequence}: userAddress or amount cannot be read`
    draws.push({ sequence: draw.sequence, claimer: claimer.value, amount: amount.value })
  }
  const { randomnessCommitment: commitment, randomnessSeed: seed, supply = null } = data
  return { dropId, pool: pool.value, supply, commitment, seed, draws }
}

const asLine = ({ path, message }: z.core.$ZodIssue): string => `${path.join('.') || 'all of it'}: ${message}`

function describe(fault: DrawFault): string {
  switch (fault.kind) {
    case 'bad_seed':
      return 'the seed is not 32 bytes in hex'
    case 'wrong_commitment':
      return `the seed's SHA-256 is ${fault.actual}, not the ${fault.expected} that was promised`
    case 'wrong_sequence':
      return `draw ${fault.expected} is missing: ${fault.actual} stands in its place`
    case 'too_many_draws':
      return `draw ${fault.sequence} is one more than there was to give`
    case 'wrong_amount':
      return `draw ${fault.sequence} gave ${fault.actual}, it should have given ${fault.expected}`
  }
}
