import type { DocumentNode, ExecutionResult } from 'graphql'
import type { Context } from '../context.ts'

/** The operation that is executed for an update. The document is the same object for all sockets with the same text. */
interface SharedQuestion {
  readonly document: DocumentNode
  /** The operation's name and its variables. */
  readonly details: string
}

export interface SharedResults {
  /**
   * Returns the result of an operation for an update. `makeContext` and `run` are used only if no result for the same
   * operation and update exists, or if that result depends on its caller.
   */
  of(
    update: object,
    query: SharedQuestion,
    makeContext: () => Context,
    run: (context: Context) => Promise<ExecutionResult>,
  ): Promise<ExecutionResult>
}

interface Made {
  readonly result: ExecutionResult
  readonly isForAll: boolean
}

/**
 * Executes the same operation once per update for thousands of subscribers. A result is shared if nothing in its execution
 * read the caller. A result with an error is never shared, because it contains a request id.
 */
export function createSharedResults(): SharedResults {
  const byUpdate = new WeakMap<object, Map<DocumentNode, Map<string, Promise<Made | null>>>>()
  return {
    async of(update, { document, details }, makeContext, run) {
      const ofUpdate = entry(byUpdate, update, () => new Map())
      const ofDocument = entry(ofUpdate, document, () => new Map())
      const known = ofDocument.get(details)
      if (known) {
        const made = await known
        return made?.isForAll ? made.result : run(makeContext())
      }
      const { context, asksWho } = watched(makeContext())
      const making = run(context)
      ofDocument.set(
        details,
        making.then(
          (result) => ({ result, isForAll: !asksWho() && !result.errors }),
          () => null,
        ),
      )
      return making
    },
  }
}

/** A context that records whether anything that depends on the caller was read. */
function watched(context: Context): { readonly context: Context; readonly asksWho: () => boolean } {
  let isAsked = false
  const noting = <T>(value: T): T => {
    isAsked = true
    return value
  }
  return {
    asksWho: () => isAsked,
    context: {
      services: context.services,
      objects: context.objects,
      get caller() {
        return noting(context.caller)
      },
      get requestId() {
        return noting(context.requestId)
      },
      get loaders() {
        return noting(context.loaders)
      },
    },
  }
}

interface Entries<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

function entry<Key, Value>(entries: Entries<Key, Value>, key: Key, make: () => Value): Value {
  const known = entries.get(key)
  if (known !== undefined) return known
  const made = make()
  entries.set(key, made)
  return made
}
