import type { Store } from '@dropkit/core'

/** Makes a store note in `calls` which of its methods are called. */
export const noting =
  (calls: string[]) =>
  (store: Store): Store =>
    new Proxy(store, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          calls.push(String(name))
          return member.apply(target, given)
        }
      },
    })
