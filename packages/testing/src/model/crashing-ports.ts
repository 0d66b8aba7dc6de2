/** The process has crashed. Its current work never ends. */
export class Crash extends Error {
  constructor() {
    super('the process has crashed')
    this.name = 'Crash'
  }
}

/** The commit of the store, counted from 1, and whether the process crashes just before or just after it. */
export interface CrashPlan {
  readonly commit: number
  readonly moment: 'before' | 'after'
}

export interface CrashSwitch {
  readonly hasCrashed: boolean
  /** Counts commits from this call on. Null plans no crash. */
  plan(plan: CrashPlan | null): void
  /** Wraps a port so that it fails after the crash. `commits` are the methods that write. */
  guard<Port extends object>(port: Port, commits?: readonly (keyof Port & string)[]): Port
}

/** Creates a switch that makes all ports of a process fail from a chosen commit on. */
export function createCrashSwitch(): CrashSwitch {
  let hasCrashed = false
  let planned: CrashPlan | null = null
  let count = 0

  /** Whether the process crashes at this moment of this commit. */
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
