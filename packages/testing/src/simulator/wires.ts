import { err, type Instant, type Store, type WebhookAnswer } from '@dropkit/core'
import { show } from '../assert.ts'
import type { Chance } from './chance.ts'
import type { CallFate, Faults } from './faults.ts'
import type { Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'

/** One life of a server, from its start to its crash. */
export interface Life {
  readonly name: string
  readonly isAlive: boolean
  /** Until then its process stands still and gets no answers. */
  readonly stalledUntil: Instant
  /** Until then it reaches nothing. */
  readonly cutOffUntil: Instant
  crash(why: string): void
  /** Called when the server crashes. */
  onCrash(act: () => void): void
}

/** The error that a caller gets if its call or the answer was lost. */
type LineFault = 'store' | 'chain' | 'beacon' | 'receiver' | 'none'

export interface Wires {
  /** The same port behind a connection: calls and answers arrive later, or not at all. */
  lay<Port extends object>(life: Life, name: string, port: Port, fault: LineFault): Port
  /** Hints are delayed too. */
  layHints(life: Life, store: Store): Store['onEvents']
}

interface WireParts {
  readonly timeline: Timeline
  readonly trace: Trace
  readonly faults: Faults
  readonly chance: Chance
  readonly lagTurns?: ((call: string) => number) | undefined
}

/** Recognized by its name; see `isStoreUnavailable`. One instance is sufficient. */
const WIRE_CUT = Object.assign(new Error('the connection was lost'), {
  name: 'StoreUnavailable',
  retryable: true,
})

/** The process itself answers these calls immediately. */
const NOT_ON_THE_WIRE = ['onEvents', 'voucherBytes', 'secretFrom', 'objection', 'decodeBase64', 'verify']

/** How long after a lost connection an adapter is connected again and hints that it may have missed something. */
const HINT_AFTER_MS = 1_000

type Ending = { readonly value: unknown } | { readonly error: unknown }

export function createWires({ timeline, trace, faults, chance, lagTurns }: WireParts): Wires {
  const hintsOf = new Map<Life, Set<() => void>>()

  function reconnect(life: Life): void {
    const hints = hintsOf.get(life)
    if (!hints || hints.size === 0) return
    timeline.after(HINT_AFTER_MS, () => {
      for (const hint of hints) hint()
    })
  }

  async function turns(call: string): Promise<void> {
    for (let left = lagTurns?.(call) ?? 0; left > 0; left--) await null
  }

  function call(life: Life, label: string, act: () => unknown, args: readonly unknown[], fault: LineFault) {
    const key = `${life.name} ${label}`
    const details = () => argumentsText(args)
    return new Promise((resolve, reject) => {
      const depart = () => timeline.ask(key, () => timeline.after(faults.delayMs(), arrive), details)
      if (lagTurns) void turns(key).then(depart)
      else depart()

      function arrive(): void {
        const isCutOff = timeline.now < life.cutOffUntil
        const fate = isCutOff ? 'unreachable' : fault === 'none' ? 'fine' : faults.fateOfCall()
        // What a server sent before it died may still arrive.
        if (!life.isAlive && chance.happens(0.5)) return
        trace.note(life.name, fate === 'fine' ? label : `${label}: ${fate}`)
        if (fate === 'crash_before') life.crash(`before ${label}`)
        else if (fate === 'unreachable') answer(cut(fault))
        else takeEffect(fate)
      }

      function takeEffect(fate: CallFate): void {
        turns(label)
          .then(act)
          .then(
            (value) => ({ value }),
            (thrown: unknown) => ({ error: thrown }),
          )
          .then((ending) =>
            timeline.ask(
              key,
              () => {
                if (fate === 'crash_after') life.crash(`after ${label}`)
                if (fate === 'reply_lost') timeline.after(faults.replyTimeoutMs(), () => answer(cut(fault)))
                else answer(ending)
              },
              details,
            ),
          )
      }

      function answer(ending: Ending): void {
        if ('error' in ending && ending.error === WIRE_CUT) reconnect(life)
        const stallMs = Math.max(0, life.stalledUntil - timeline.now)
        timeline.after(stallMs + faults.delayMs(), () => {
          if (!life.isAlive) return
          if ('value' in ending) resolve(ending.value)
          else reject(ending.error)
        })
      }
    })
  }

  return {
    lay<Port extends object>(life: Life, name: string, port: Port, fault: LineFault): Port {
      const laid: { [member: string]: unknown } = {}
      for (const [member, held] of Object.entries(port)) {
        const isLaid = typeof held === 'function' && !NOT_ON_THE_WIRE.includes(member)
        laid[member] = isLaid
          ? (...args: readonly unknown[]) =>
              call(life, labelOf(name, member, args[0]), () => Reflect.apply(held, port, args), args, fault)
          : held
      }
      return laid as Port
    },

    layHints: (life, store) => (listener) => {
      const pass = () => {
        if (life.isAlive) listener()
      }
      const stop = store.onEvents(() =>
        timeline.ask(`${life.name} hint`, () => timeline.after(faults.delayMs(), pass)),
      )
      const hints = hintsOf.get(life) ?? new Set()
      hintsOf.set(life, hints.add(pass))
      life.onCrash(stop)
      return () => {
        hints.delete(pass)
        stop()
      }
    },
  }
}

function cut(fault: LineFault): Ending {
  const reason = 'the connection was lost'
  if (fault === 'chain') return { value: err({ kind: 'chain_unavailable', reason }) }
  if (fault === 'beacon') return { value: err({ kind: 'unreachable', reason }) }
  if (fault === 'receiver')
    return { value: { kind: 'failed', reason, durationMs: 1_000 } satisfies WebhookAnswer }
  return { error: WIRE_CUT }
}

/** Hashes and addresses. Ids are shorter and get names. */
const LONG = 44

/** What a call is about, according to its first argument. */
function labelOf(port: string, method: string, first: unknown): string {
  const about = subjectOf(first)
  return about === '' ? `${port}.${method}` : `${port}.${method} ${about}`
}

function subjectOf(first: unknown): string {
  if (typeof first === 'string')
    return first.length < LONG ? first : `${first.slice(0, 6)}…${first.slice(-4)}`
  if (Array.isArray(first)) return first.slice(0, 3).map(subjectOf).join(' ')
  if (typeof first !== 'object' || first === null) return ''
  const { kind, subject, id, dropId, digest } = first as { readonly [field: string]: unknown }
  return [kind, subject, id ?? dropId, digest === undefined ? undefined : String(digest).slice(0, 8)]
    .filter((part) => typeof part === 'string')
    .join(' ')
}

const argumentsText = (args: readonly unknown[]): string =>
  args.map((each) => (typeof each === 'function' ? '' : show(each))).join(' ')
