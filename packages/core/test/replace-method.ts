import type { Change, DropStateQuery, Store } from '../src/ports/index.ts'

type Method = (...args: never[]) => unknown

/** Replaces a method of a port. The replacement gets the original one before the arguments. */
export function replaceMethod<Port extends { [name in Name]: Method }, Name extends keyof Port>(
  port: Port,
  name: Name,
  by: NoInfer<(original: Port[Name], ...args: Parameters<Port[Name]>) => ReturnType<Port[Name]>>,
): void {
  const original = port[name]
  port[name] = ((...args: Parameters<Port[Name]>) => by(original, ...args)) as Port[Name]
}

/** Calls `look` with each change of a drop before it is committed. */
export function lookAtChanges(
  store: Store,
  look: (change: Change<unknown>, query: DropStateQuery) => unknown,
): void {
  replaceMethod(store, 'changeDrop', (changeDrop, dropId, query, decide) =>
    changeDrop(dropId, query, (dropState) => {
      const change = decide(dropState)
      look(change, query)
      return change
    }),
  )
}
