/** The process is gone: whatever it was doing has no end that anybody sees. */
export class Crash extends Error {
  constructor() {
    super('the process has crashed')
    this.name = 'Crash'
  }
}

/** Just before or just after which commit of the store the process dies, counted from 1. */
export interface CrashPlan {
  readonly commit: number
  readonly moment: 'before' | 'after'
}

export interface CrashSwitch {
  readonly hasCrashed: boolean
  /** From now on, with the commits that come. */
  plan(plan: CrashPlan | null): void
  /** Dies with the process: once it has crashed, every call fails. `commits` names the methods that write. */
  guard<Port extends object>(port: Port, commits?: readonly (keyof Port & string)[]): Port
}

/** Puts a process on ports that fail all together at a chosen commit, and stay dead. */
export function createCrashSwitch(): CrashSwitch {
  let hasCrashed = false
  let planned: CrashPlan | null = null
  let count = 0

  /** Whether this is the commit, and the moment of it, at which the process dies. */
  function dies(moment: CrashPlan['moment']): boolean {
    if (planned?.commit === count && planned.moment === moment) hasCrashed = true
    return hasCrashed
  }

  async function commit(write: () => unknown): Promise<unknown> {
    count++
    if (dies('before')) throw new Crash()
    const written = await write()
    if (dies('after')) throw new Crash()
    return written
  }

  return {
    get hasCrashed() {
      return hasCrashed
    },
    plan(next) {
      planned = next
      count = 0
    },
    guard: (port, commits = []) =>
      new Proxy(port, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          const isCommit = commits.some((written) => written === name)
          return (...given: unknown[]) => {
            const call = (): unknown => Reflect.apply(member, target, given)
            if (hasCrashed) throw new Crash()
            return isCommit ? commit(call) : call()
          }
        },
      }),
  }
}
