import { AsyncLocalStorage } from 'node:async_hooks'
import { BudgetExceeded, type CurrentBudget, type WorkBudget } from '@dropkit/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The limits of what one request may read from the store. */
const READ_LIMITS = {
  rowsRead: 50_000,
  readMs: 2_000,
} as const

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
export function createRequestBudgets(
  limits: { readonly rowsRead: number; readonly readMs: number } = READ_LIMITS,
): RequestBudgets {
  const requests = new AsyncLocalStorage<{ readonly owner: string; budget: WorkBudget | undefined }>()
  return {
    current: () => requests.getStore()?.budget,
    owner: () => requests.getStore()?.owner,
    run(owner, work) {
      const request: { readonly owner: string; budget: WorkBudget | undefined } = { owner, budget: undefined }
      const start = () => {
        request.budget = createBudget(limits)
      }
      return requests
        .run(request, () => work(start))
        .finally(() => {
          request.budget = undefined
        })
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
  // Not earlier, because the context is lost while a body arrives.
  app.addHook('preHandler', (request, _reply, done) => runFor(ownerOf(request), done))
}

function createBudget({
  rowsRead,
  readMs,
}: {
  readonly rowsRead: number
  readonly readMs: number
}): WorkBudget {
  let rows = 0
  let ms = 0
  const outOfTime = () => {
    const message = `Reading what was asked for takes more than ${readMs} ms: ask for less, or filter by fewer fields`
    return new BudgetExceeded(message, {
      limit: 'readMs',
      value: readMs,
      asked: Math.max(Math.ceil(ms), readMs + 1),
    })
  }
  const check = () => {
    if (rows > rowsRead) {
      const message = `The request has read ${rows} rows, at most ${rowsRead} are read for one: ask for fewer at a time`
      throw new BudgetExceeded(message, { limit: 'rowsRead', value: rowsRead, asked: rows })
    }
    if (ms >= readMs) throw outOfTime()
  }
  return {
    outOfTime,
    remainingReadMs() {
      check()
      return readMs - ms
    },
    countRead(read) {
      rows += read.rows
      ms += read.ms
      if (rows > rowsRead) check()
    },
  }
}
