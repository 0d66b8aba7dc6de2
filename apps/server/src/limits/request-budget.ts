import { AsyncLocalStorage } from 'node:async_hooks'
import { BudgetExceeded, type CurrentBudget, type WorkBudget } from '@dropkit/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface ReadLimits {
  readonly rowsRead: number
  readonly readMs: number
}

/** The limits of what one request may read from the store. */
const READ_LIMITS: ReadLimits = { rowsRead: 50_000, readMs: 2_000 }

export interface RequestBudgets {
  /** The budget of the current request. */
  readonly current: CurrentBudget
  /** The owner of the current request, with or without its budget. */
  readonly owner: () => string | undefined
  /**
   * Runs one request of an owner with its own budget, which begins when the work calls `start`. Reads that continue after the
   * work has ended are not counted.
   */
  run<T>(owner: string, work: (start: () => void) => Promise<T>): Promise<T>
  /** Runs work for an owner, without a budget. */
  runFor(owner: string, work: () => void): void
  /** Runs work of a request without its budget. */
  exempt<T>(work: () => T): T
}

/** Gives each request a budget that is propagated through everything it awaits. */
export function createRequestBudgets(limits: ReadLimits = READ_LIMITS): RequestBudgets {
  const requests = new AsyncLocalStorage<{ readonly owner: string; budget: WorkBudget | undefined }>()
  return {
    current: () => requests.getStore()?.budget,
    owner: () => requests.getStore()?.owner,
    async run(owner, work) {
      const request: { readonly owner: string; budget: WorkBudget | undefined } = { owner, budget: undefined }
      const start = () => {
        request.budget = new Budget(limits)
      }
      try {
        return await requests.run(request, () => work(start))
      } finally {
        request.budget = undefined
      }
    },
    runFor: (owner, work) => requests.run({ owner, budget: undefined }, work),
    exempt(work) {
      const request = requests.getStore()
      return request ? requests.run({ owner: request.owner, budget: undefined }, work) : work()
    },
  }
}

/** Runs the handlers of an app for the owner of each request. */
export function runRequestsFor(
  app: FastifyInstance,
  { runFor }: Pick<RequestBudgets, 'runFor'>,
  ownerOf: (request: FastifyRequest) => string,
): void {
  app.addHook('preHandler', (request, _reply, done) => runFor(ownerOf(request), done))
}

class Budget implements WorkBudget {
  readonly #limits: ReadLimits
  #rows = 0
  #ms = 0

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  outOfTime(): BudgetExceeded {
    const value = this.#limits.readMs
    const message = `Reading what was asked for takes more than ${value} ms: ask for less, or filter by fewer fields`
    const asked = Math.max(Math.ceil(this.#ms), value + 1)
    return new BudgetExceeded(message, { limit: 'readMs', value, asked })
  }

  remainingReadMs(): number {
    this.#check()
    return this.#limits.readMs - this.#ms
  }

  countRead(read: { readonly rows: number; readonly ms: number }): void {
    this.#rows += read.rows
    this.#ms += read.ms
    if (this.#rows > this.#limits.rowsRead) this.#check()
  }

  #check(): void {
    const value = this.#limits.rowsRead
    const asked = this.#rows
    if (asked > value) {
      const message = `The request has read ${asked} rows, at most ${value} are read for one: ask for fewer at a time`
      throw new BudgetExceeded(message, { limit: 'rowsRead', value, asked })
    }
    if (this.#ms >= this.#limits.readMs) throw this.outOfTime()
  }
}
