import { AsyncLocalStorage } from 'node:async_hooks'

/** The context that log lines are written in. */
export interface LogContext {
  /** Returns the fields to add to each log line. Called only when a line is written. */
  readonly logFields: () => Readonly<Record<string, string | number>>
}

/** A request can be the context itself, so that no object is created per request. */
interface Identified {
  readonly id: string
}

const contexts = new AsyncLocalStorage<LogContext | Identified>()

/** Runs a function, and everything it starts, in a context. */
export const within = <T>(context: LogContext | Identified, run: () => T): T => contexts.run(context, run)

/** The log fields of the current context. Returns a new object each time. */
export function whereWeAre(): Record<string, string | number> {
  const context = contexts.getStore()
  if (context === undefined) return {}
  return 'logFields' in context ? { ...context.logFields() } : { requestId: context.id }
}
