import type { Instant } from '@dropkit/core'
import { show } from '../assert.ts'

/** The log of a simulation. */
export interface Trace {
  note(who: string, what: string): void
  /** A short name for an id, always the same: `drop-2` for the second drop that was mentioned. */
  nameOf(id: string): string
  /** The hash of all lines so far, even if the lines are not kept. */
  readonly hash: string
  /** Empty unless the lines are kept. */
  readonly lines: readonly string[]
  readonly length: number
}

/** Ids begin with the time, whose first digit is zero for centuries. */
const ID =
  /\b(drop|claim|intent|refund|payout|user|webhook|delivery|token|chaintx|unmatched)_[0-9a-f]{32}(?:_\d+)?\b/g

export function createTrace(clock: { readonly now: Instant }, isKept: boolean): Trace {
  const start = clock.now
  const lines: string[] = []
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  // Two FNV-1a hashes with different start values: 64 bits.
  let [high, low, length] = [0x811c_9dc5, 0x01a4_7f3d, 0]

  function nameOf(id: string): string {
    const known = names.get(id)
    if (known !== undefined) return known
    const kind = id.slice(0, id.indexOf('_'))
    const claimOf = /^claim_([0-9a-f]{32})_(\d+)$/.exec(id)
    if (claimOf) return `claim ${claimOf[2]} of ${nameOf(`drop_${claimOf[1]}`)}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const name = `${kind}-${count}`
    names.set(id, name)
    return name
  }

  return {
    nameOf,
    note(who, what) {
      const named = what.includes('_0') ? what.replace(ID, nameOf) : what
      const line = `${((clock.now - start) / 1_000).toFixed(3).padStart(9)}  ${who.padEnd(8)}  ${named}`
      for (let at = 0; at < line.length; at++) {
        const code = line.charCodeAt(at)
        high = Math.imul(high ^ code, 0x0100_0193)
        low = Math.imul(low ^ code ^ (high >>> 24), 0x0100_01b3)
      }
      length++
      if (isKept) lines.push(line)
    },
    get hash() {
      return [high, low].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    },
    lines,
    get length() {
      return length
    },
  }
}

/** Thrown if a rule is broken. */
export class Violation extends Error {
  /** The broken rule; the same text for every way of breaking it. */
  readonly rule: string

  constructor(rule: string, details: string) {
    super(`${rule}: ${details}`)
    this.name = 'Violation'
    this.rule = rule
  }
}

export function demand(holds: boolean, rule: string, details: () => string): asserts holds {
  if (!holds) throw new Violation(rule, details())
}

/** Throws unless both values are deeply equal. */
export function demandEqual(actual: unknown, expected: unknown, rule: string, about: string): void {
  if (isSame(actual, expected)) return
  const [is, ought] = [show(actual), show(expected)]
  throw new Violation(rule, `${about} is ${is} and ought to be ${ought}`)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [ones, others] = [Object.keys(one), Object.keys(other)]
  const [first, second] = [one as { [key: string]: unknown }, other as { [key: string]: unknown }]
  return (
    ones.length === others.length && ones.every((key) => key in second && isSame(first[key], second[key]))
  )
}
