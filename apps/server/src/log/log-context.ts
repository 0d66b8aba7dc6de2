import { AsyncLocalStorage } from 'node:async_hooks'

/** Something that log lines are written in the course of. */
export interface LogContext {
  /** What each of those lines says besides; asked for only when one is written. */
  readonly logFields: () => Readonly<Record<string, string | number>>
}

/** A request itself may be the context: nothing has to be made for it. */
interface Identified {
  readonly id: string
}

const contexts = new AsyncLocalStorage<LogContext | Identified>()

/** Runs something, and whatever it starts, in a context. */
export const within = <T>(context: LogContext | Identified, run: () => T): T => contexts.run(context, run)

/** The fields that a log line gets from where it is written; a new object each time. */
export function whereWeAre(): Record<string, string | number> {
  const context = contexts.getStore()
  if (context === undefined) return {}
  return 'logFields' in context ? { ...context.logFields() } : { requestId: context.id }
}
