import { parseAddress } from './address.ts'
import { parseAmount } from './amount.ts'
import { readBeacon, WRONG_BEACON } from './beacon.ts'
import type { DrawError, DrawRecord, RecordedDraw } from './draw-verifier.ts'
import { readId } from './ids.ts'
import { parseIso } from './instant.ts'
import { isObject, type JsonFields, parseJson } from './json.ts'
import { err, ok, type Result } from './result.ts'

/** A field of a record that cannot be read, and why. */
export interface WrongField {
  readonly name: string
  readonly problem: string
}

/**
 * Parses the record of a finished random drop, with the field names of the API and of `drop.deleted`. Also accepts a whole
 * event, the body of a webhook, or a list of events. Draws may be in any order. Amounts that are not drawn in `draws` are
 * taken from the list `claims`, with the field names of the API, and from the `claim.revealed` events of the list, which may not
 * contradict `draws`. The error has one line for each wrong field.
 */
export function readDrawRecord(text: string): Result<DrawRecord, string> {
  const record = parseDrawRecord(text)
  if (record.ok) return record
  const lines = record.error.map(({ name, problem }) => `${name}: ${problem}`)
  return err(
    lines.length === 0 ? 'it is no JSON' : ['it does not hold the draws of a drop', ...lines].join('\n  '),
  )
}

/** Like `readDrawRecord`, with the wrong fields as data. There are none if the text is not JSON. */
export function parseDrawRecord(text: string): Result<DrawRecord, readonly WrongField[]> {
  let json: unknown
  try {
    json = parseJson(text)
  } catch {
    return err([])
  }
  const fields = drawFieldsIn(json)
  const later = laterClaimsIn(json, fields)
  if (later === undefined) return wrong('claims', 'sequence, amount or beaconSignature cannot be read')
  const misshapen = Object.entries(SHAPE).filter(([name, { isRight }]) => !isRight(fields[name]))
  if (misshapen.length > 0) return err(misshapen.map(([name, { words }]) => ({ name, problem: words })))
  return readFields(fields as unknown as DrawFields, fields, later)
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

function drawFieldsIn(json: unknown): JsonFields {
  if (Array.isArray(json)) return json.map(drawFieldsIn).find((fields) => 'draws' in fields) ?? {}
  if (!isObject(json)) return {}
  const inside = [json, json['details'], json['data']].find((part) => isObject(part) && 'draws' in part)
  return isObject(inside) ? inside : json
}

interface LaterClaim {
  readonly amount: string
  readonly beaconSignature: string | null
}

/** The drawn claims that the text has in addition to `draws`, by sequence. Undefined if `claims` cannot be read. */
function laterClaimsIn(json: unknown, fields: JsonFields): ReadonlyMap<number, LaterClaim> | undefined {
  const listed = fields['claims'] ?? (isObject(json) ? json['claims'] : undefined) ?? []
  if (!Array.isArray(listed)) return undefined
  const claims: unknown[] = listed
  const isClaim = (one: unknown) =>
    isObject(one) &&
    Number.isSafeInteger(one['sequence']) &&
    (one['amount'] === null || isText(one['amount'])) &&
    (one['beaconSignature'] == null || isText(one['beaconSignature']))
  if (!claims.every(isClaim)) return undefined
  const revealed = Array.isArray(json) ? json.map(revealedIn).filter((one) => one !== undefined) : []
  const ofDrop = revealed.filter(({ dropId }) => dropId === fields['dropId'])
  const found = new Map<number, LaterClaim>()
  for (const { sequence, amount, beaconSignature } of [...(claims as JsonFields[]), ...ofDrop]) {
    if (typeof sequence !== 'number' || typeof amount !== 'string') continue
    const signature = typeof beaconSignature === 'string' ? beaconSignature : null
    // Both a claim and its event can be there.
    if (signature !== null || !found.has(sequence))
      found.set(sequence, { amount, beaconSignature: signature })
  }
  return found
}

/** The data of a `claim.revealed` event, from the log or from a webhook. */
function revealedIn(json: unknown): JsonFields | undefined {
  if (!isObject(json) || ![json['event'], json['type']].includes('claim.revealed')) return undefined
  return [json['details'], json['data']].find(isObject)
}

const wrong = (name: string, problem: string) => err<readonly WrongField[]>([{ name, problem }])

function readFields(
  fields: DrawFields,
  json: JsonFields,
  later: ReadonlyMap<number, LaterClaim>,
): Result<DrawRecord, readonly WrongField[]> {
  const dropId = readId('drop', fields.dropId)
  if (!dropId) return wrong('dropId', "not a drop's id")
  const pool = parseAmount(fields.maxAmount, 'maxAmount')
  if (!pool.ok) return wrong('maxAmount', 'not an amount')
  const beacon = readBeacon(json['beacon'])
  if (beacon === undefined)
    return wrong('beacon', 'chainHash, scheme, publicKey, genesisAt or periodMs cannot be read')
  const receipts = readReceipts(json['receipts'])
  if (receipts === undefined) return wrong('receipts', 'sequence or orderHead cannot be read')
  const draws: RecordedDraw[] = []
  for (const [place, one] of fields.draws.entries()) {
    const draw = readDraw(drawnLater(one, later))
    if (!draw) return wrong(`draws[${place}]`, 'sequence, userAddress or amount cannot be read')
    const { sequence, amount } = draw
    const laterAmount = later.get(sequence)?.amount ?? '0'
    if (amount !== 0n && laterAmount !== '0' && laterAmount !== String(amount))
      return wrong('claims', `claim ${sequence} has the amount ${laterAmount}, but \`draws\` has ${amount}`)
    draws.push(draw)
  }
  if (beacon === null && draws.some(({ draw }) => draw != null))
    return wrong('beacon', 'is missing, and the draws have rounds')
  draws.sort((one, other) => one.sequence - other.sequence)
  const { randomnessCommitment: commitment, randomnessSeed: seed, supply = null } = fields
  const orderHead = typeof json['orderHead'] === 'string' ? json['orderHead'] : null
  if (beacon !== null && orderHead === null && draws.length > 0)
    return wrong('orderHead', 'is missing, so claims at the end could be missing')
  return ok({ dropId, pool: pool.value, supply, commitment, seed, draws, beacon, orderHead, receipts })
}

function readReceipts(value: unknown): DrawRecord['receipts'] {
  if (value == null) return []
  if (!Array.isArray(value)) return undefined
  const receipts = value.map((one: unknown) => {
    const { sequence, orderHead } = isObject(one) ? one : {}
    return Number.isSafeInteger(sequence) && typeof orderHead === 'string'
      ? { sequence: sequence as number, head: orderHead }
      : undefined
  })
  return receipts.includes(undefined) ? undefined : (receipts as NonNullable<DrawRecord['receipts']>)
}

/** The draw with the amount that was drawn later, if it has none itself. */
function drawnLater(draw: unknown, later: ReadonlyMap<number, LaterClaim>): unknown {
  if (!isObject(draw) || draw['round'] == null || !(draw['amount'] === null || draw['amount'] === '0'))
    return draw
  const { sequence } = draw
  return { ...draw, ...(typeof sequence === 'number' ? later.get(sequence) : undefined) }
}

function readDraw(value: unknown): RecordedDraw | undefined {
  if (!isObject(value)) return undefined
  const { sequence, userAddress, recipient, round, beaconSignature, orderHead, createdAt } = value
  // The amount of a claim that waits for the beacon is null.
  const digits = value['amount'] === null && round != null ? '0' : value['amount']
  if (!Number.isSafeInteger(sequence) || typeof userAddress !== 'string' || typeof digits !== 'string')
    return undefined
  const claimer = parseAddress(userAddress, 'userAddress')
  const amount = parseAmount(digits, 'amount')
  const address = typeof recipient === 'string' ? parseAddress(recipient, 'recipient') : ok(null)
  if (!claimer.ok || !amount.ok || !address.ok) return undefined
  const isDrawn = Number.isSafeInteger(round)
  const signature = typeof beaconSignature === 'string' ? beaconSignature : null
  const madeAt = parseIso(createdAt)
  return {
    sequence: sequence as number,
    claimer: claimer.value,
    ...(address.value === null || address.value === claimer.value
      ? {}
      : { recipient: { address: address.value } }),
    amount: amount.value,
    draw: isDrawn ? { round: round as number, signature } : null,
    ...(typeof orderHead === 'string' || orderHead === null ? { head: orderHead } : {}),
    ...(Number.isNaN(madeAt) ? {} : { createdAt: madeAt }),
  }
}

/** Describes an error in one sentence. `show` formats amounts. */
export function describeDrawError(error: DrawError, show: (amount: bigint) => string = String): string {
  switch (error.kind) {
    case 'bad_seed':
      return 'the seed is not 32 bytes in hex'
    case 'wrong_commitment':
      return `the seed's SHA-256 is ${error.actual}, not the ${error.expected} that was promised`
    case 'wrong_sequence':
      return `draw ${error.expected} is missing: ${error.actual} stands in its place`
    case 'too_many_draws':
      return `draw ${error.sequence} is one more than there was to give`
    case 'wrong_amount':
      return `draw ${error.sequence} gave ${show(error.actual)}, it should have given ${show(error.expected)}`
    case 'wrong_head':
      return `claim ${error.sequence} is not as it was recorded: it, or the order before it, was changed`
    case 'wrong_receipt':
      return `claim ${error.sequence} is not the one that was recorded: the record was changed here or earlier`
    case 'missing_head':
      return `claim ${error.sequence} has no orderHead or no createdAt, so its place in the order cannot be verified`
    case 'wrong_beacon':
      return WRONG_BEACON
    case 'missing_round':
      return `claim ${error.sequence} has no round of the beacon that decides its amount`
    case 'wrong_round':
      return `claim ${error.sequence} waits for round ${error.round}, not for ${error.expected}, which follows from its time and the claim before it`
    case 'forged_round':
      return `claim ${error.sequence} was drawn with a round ${error.round} that the beacon did not sign`
  }
}
