import { createFairSlots } from '@dropkit/core/internal'
import { StoreUnavailable } from '../store-unavailable.ts'

interface OwnerTurnsOptions {
  /** What waits, for the message: "long reads". */
  readonly what: string
  readonly mostRunning: number
  /** The maximum number of waiting tasks. The newest one of the owner with the most is rejected. */
  readonly mostWaiting: number
  readonly longestWaitMs: number
}

/** Runs a few tasks at a time. Owners take turns, so that one with many tasks delays others by one. */
export type InTurn = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/** A task that waits too long, or behind too many others of its owner, is rejected as unavailable. */
export function createOwnerTurns({
  what,
  mostRunning,
  mostWaiting,
  longestWaitMs,
}: OwnerTurnsOptions): InTurn {
  const inSlot = createFairSlots({ mostRunning, mostWaiting })
  const refusal = (reason: string) => new StoreUnavailable(`Postgres: ${reason}`, { retryable: true })

  return (owner, work) =>
    new Promise((resolve, reject) => {
      let hasGivenUp = false
      let waiting: NodeJS.Timeout | undefined
      let hasBegun = false
      const begin = async () => {
        hasBegun = true
        clearTimeout(waiting)
        if (!hasGivenUp) await work().then(resolve, reject)
        return true
      }
      const giveUp = () => {
        hasGivenUp = true
        reject(refusal(`other ${what} have taken ${longestWaitMs} ms`))
      }
      void inSlot(owner, begin).then((hasRun) => {
        if (hasRun) return
        clearTimeout(waiting)
        reject(refusal(`${mostWaiting} ${what} wait already`))
      })
      if (!hasBegun) waiting = setTimeout(giveUp, longestWaitMs)
    })
}

/** Runs one task of a record at a time. */
export function createRecordTurns(
  options: Omit<OwnerTurnsOptions, 'mostRunning'>,
): <T>(record: string, owner: string, work: () => Promise<T>) => Promise<T> {
  const turnsOf = new Map<string, { readonly inTurn: InTurn; tasks: number }>()
  return async (record, owner, work) => {
    const turns = turnsOf.get(record) ?? {
      inTurn: createOwnerTurns({ ...options, mostRunning: 1 }),
      tasks: 0,
    }
    turnsOf.set(record, turns)
    turns.tasks++
    try {
      return await turns.inTurn(owner, work)
    } finally {
      turns.tasks--
      if (turns.tasks === 0) turnsOf.delete(record)
    }
  }
}
