import type { Drop } from '../../domain/drop.ts'
import { requestsFor } from '../../domain/gating/evaluate.ts'
import { type FactRequest, factKey, type RuleKind } from '../../domain/gating/rule-kind.ts'
import { readWholeNumber } from '../../domain/gating/rule-kinds.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { noTextRefusal } from '../../domain/text.ts'
import { parseCoinType } from '../../domain/token.ts'
import type { FactSpread, ListedWallet } from './drop-simulation.ts'
import { shareError } from './simulated-terms.ts'

/** Wallets with a random number below `upTo` have `value`. Wallets above all of them have 0. */
type ReadSpread = readonly { readonly upTo: number; readonly value: bigint | undefined }[]

export interface ReadFacts {
  /** By `factKey`. */
  readonly spreads: ReadonlyMap<string, ReadSpread>
  /** By `factKey`, for each listed wallet with facts of its own; null for the others. */
  readonly listed: readonly (ReadonlyMap<string, bigint> | null)[]
}

/** The facts that the drop's rules need and that the simulation does not produce itself. */
const wantedFacts = (drop: Drop, kinds: readonly RuleKind[]): readonly FactRequest[] =>
  requestsFor(drop, kinds).filter(({ source }) => source !== 'confirmed_claims')

/** Parses the facts of wallets. Refuses a fact that no rule needs, and a missing fact that a rule needs. */
export function readFacts(
  drop: Drop,
  kinds: readonly RuleKind[],
  spreads: readonly FactSpread[],
  wallets: readonly ListedWallet[],
): Result<ReadFacts, Refusal> {
  const wanted = wantedFacts(drop, kinds)
  const bySpread = readSpreads(wanted, spreads)
  if (!bySpread.ok) return bySpread
  const listed = readListed(wanted, wallets)
  if (!listed.ok) return listed
  const said = new Set([
    ...bySpread.value.keys(),
    ...listed.value.flatMap((facts) => [...(facts?.keys() ?? [])]),
  ])
  const unsaid = wanted.find((request) => !said.has(factKey(request)))
  if (unsaid) {
    const message = `The drop's rules ask for ${factKey(unsaid)}: say which part of the wallets has how much of it`
    return err(badInput('facts', 'WRONG_TYPE', message))
  }
  return ok({ spreads: bySpread.value, listed: listed.value })
}

function readSpreads(
  wanted: readonly FactRequest[],
  spreads: readonly FactSpread[],
): Result<ReadonlyMap<string, ReadSpread>, Refusal> {
  const read = new Map<string, ReadSpread>()
  for (const [index, { source, subject, values }] of spreads.entries()) {
    const field = `facts[${index}]`
    const noText =
      noTextRefusal(source, `${field}.source`) ?? noTextRefusal(subject ?? '', `${field}.subject`)
    if (noText) return err(noText)
    const keys = keysMeantBy(wanted, subject === undefined ? source : `${source} ${subject}`)
    if (keys.length === 0) return err(unknownFact(field, wanted))
    const steps: { upTo: number; value: bigint | undefined }[] = []
    let upTo = 0
    for (const [place, { share, value }] of values.entries()) {
      const error = shareError(`${field}.values[${place}].share`, share)
      if (error) return err(error)
      const number = value === null ? undefined : readWholeNumber(value)
      if (value !== null && number === undefined) {
        return err(badInput(`${field}.values[${place}].value`, 'NO_NUMBER', NUMBER_WANTED))
      }
      upTo += share
      steps.push({ upTo, value: number })
    }
    if (upTo > 1 + 1e-9)
      return err(badInput(`${field}.values`, 'TOO_LARGE', 'The shares may sum to at most 1', { most: 1 }))
    for (const key of keys) read.set(key, steps)
  }
  return ok(read)
}

function readListed(
  wanted: readonly FactRequest[],
  wallets: readonly ListedWallet[],
): Result<ReadFacts['listed'], Refusal> {
  const keysOf = new Map<string, readonly string[]>()
  const listed: (ReadonlyMap<string, bigint> | null)[] = []
  for (const [index, { facts }] of wallets.entries()) {
    if (facts === undefined) {
      listed.push(null)
      continue
    }
    const values = new Map<string, bigint>()
    for (const [name, text] of Object.entries(facts)) {
      const field = `wallets[${index}].facts.${name}`
      const keys = keysOf.get(name) ?? keysMeantBy(wanted, name)
      keysOf.set(name, keys)
      if (keys.length === 0) return err(unknownFact(field, wanted))
      const value = readWholeNumber(text)
      if (value === undefined) return err(badInput(field, 'NO_NUMBER', NUMBER_WANTED))
      for (const key of keys) values.set(key, value)
    }
    listed.push(values)
  }
  return ok(listed)
}

/** The keys of the needed facts that a name refers to: a source, or a source and its subject in any spelling. */
function keysMeantBy(wanted: readonly FactRequest[], name: string): readonly string[] {
  const [source = '', ...rest] = name.trim().split(/\s+/)
  const subject = rest.join(' ')
  const type = parseCoinType(subject, 'subject')
  return wanted
    .filter((request) => request.source === source)
    .filter(({ subject: asked }) => subject === '' || asked === (type.ok ? type.value : subject))
    .map(factKey)
}

function unknownFact(field: string, wanted: readonly FactRequest[]): Refusal {
  const known = wanted.map(factKey)
  const message =
    known.length === 0
      ? "The drop's rules ask for nothing that is to be said here"
      : `The drop's rules do not ask for this; they ask for ${known.join(', ')}`
  return badInput(field, 'UNKNOWN_VALUE', message, { known })
}

const NUMBER_WANTED = 'must be a whole number of at least 0, in decimal digits'
