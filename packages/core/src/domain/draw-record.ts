import { parseAddress } from './address.ts'
import { parseAmount } from './amount.ts'
import type { DrawFault, DrawRecord } from './draw-verifier.ts'
import { readId } from './ids.ts'
import { err, ok, type Result } from './result.ts'

type Fields = Readonly<Record<string, unknown>>
type Draw = DrawRecord['draws'][number]

/**
 * Reads what a finished random drop shows of itself, by the names that the API and `drop.deleted` give it; a whole event
 * or a webhook's body is read too. Draws may stand in any order. The error says what is wrong, a line for each field.
 */
export function readDrawRecord(text: string): Result<DrawRecord, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return err('it is no JSON')
  }
  const fields = drawFieldsIn(json)
  const wrong = Object.entries(SHAPE).filter(([name, { isRight }]) => !isRight(fields[name]))
  if (wrong.length > 0) {
    const lines = wrong.map(([name, { words }]) => `${name}: ${words}`)
    return err(['it does not hold the draws of a drop', ...lines].join('\n  '))
  }
  return readFields(fields as unknown as DrawFields)
}

interface DrawFields {
  readonly dropId: string
  readonly maxAmount: string
  readonly supply?: number | null
  readonly randomnessCommitment: string
  readonly randomnessSeed: string
  readonly draws: readonly unknown[]
}

const isText = (value: unknown): boolean => typeof value === 'string'
const TEXT = { isRight: isText, words: 'must be a text' }

const SHAPE: Readonly<
  Record<keyof DrawFields, { isRight(value: unknown): boolean; readonly words: string }>
> = {
  dropId: TEXT,
  maxAmount: TEXT,
  supply: {
    isRight: (value) => value == null || (Number.isSafeInteger(value) && (value as number) >= 1),
    words: 'must be a whole number from 1 on, or null',
  },
  randomnessCommitment: TEXT,
  randomnessSeed: TEXT,
  draws: { isRight: Array.isArray, words: 'must be a list' },
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function drawFieldsIn(json: unknown): Fields {
  if (!isObject(json)) return {}
  const inside = [json, json['details'], json['data']].find((part) => isObject(part) && 'draws' in part)
  return isObject(inside) ? inside : json
}

function readFields(fields: DrawFields): Result<DrawRecord, string> {
  const dropId = readId('drop', fields.dropId)
  if (!dropId) return err("dropId: not a drop's id")
  const pool = parseAmount(fields.maxAmount, 'maxAmount')
  if (!pool.ok) return err('maxAmount: not an amount')
  const draws: Draw[] = []
  for (const [place, one] of fields.draws.entries()) {
    const draw = readDraw(one)
    if (!draw) return err(`draws[${place}]: sequence, userAddress or amount cannot be read`)
    draws.push(draw)
  }
  draws.sort((one, other) => one.sequence - other.sequence)
  const { randomnessCommitment: commitment, randomnessSeed: seed, supply = null } = fields
  return ok({ dropId, pool: pool.value, supply, commitment, seed, draws })
}

function readDraw(value: unknown): Draw | undefined {
  if (!isObject(value)) return undefined
  const { sequence, userAddress, amount: digits } = value
  if (!Number.isSafeInteger(sequence) || typeof userAddress !== 'string' || typeof digits !== 'string')
    return undefined
  const claimer = parseAddress(userAddress, 'userAddress')
  const amount = parseAmount(digits, 'amount')
  return claimer.ok && amount.ok
    ? { sequence: sequence as number, claimer: claimer.value, amount: amount.value }
    : undefined
}

/** What is wrong with a drop's draws, in a sentence; `show` writes amounts. */
export function describeDrawFault(fault: DrawFault, show: (amount: bigint) => string = String): string {
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
      return `draw ${fault.sequence} gave ${show(fault.actual)}, it should have given ${show(fault.expected)}`
  }
}
