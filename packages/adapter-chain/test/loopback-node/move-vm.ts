import { Worker } from 'node:worker_threads'
import { memoizable, readMoveSources, sourcesFor } from './move-support.ts'
import { type MoveTest, moveTest, readReport, type VmOutcome } from './move-test.ts'
import type { VmRequest } from './move-vm-worker.ts'

export interface MoveVm {
  /** Runs the calls of one transaction. Throws if the test does not compile or ends in an unexpected way. */
  run(test: MoveTest): Promise<VmOutcome>
}

const MAX_REMEMBERED = 500

const machines = new Map<string, MoveVm>()

/**
 * The virtual machine of a package. All nodes share it, because it holds no chain state and is slow to start. It does not
 * keep the process alive.
 */
export function moveVmOf(packageId: string): MoveVm {
  const machine = machines.get(packageId) ?? startMoveVm(packageId)
  machines.set(packageId, machine)
  return machine
}

/** Runs the functions of the package in the Move virtual machine, as Move tests that are generated for each transaction. */
function startMoveVm(packageId: string): MoveVm {
  const sources = readMoveSources(packageId)
  const worker = new Worker(new URL('./move-vm-worker.ts', import.meta.url))
  const outcomes = new Map<string, VmOutcome>()
  const waiting = new Map<number, { resolve: (output: string) => void; reject: (error: Error) => void }>()
  let count = 0
  worker.on('message', ({ id, output, error }: { id: number; output?: string; error?: string }) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (output === undefined) asked?.reject(new Error(`the Move test does not run: ${error}`))
    else asked?.resolve(output)
  })
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error as Error)
    waiting.clear()
  })
  worker.unref()

  async function ask(asked: Omit<VmRequest, 'id'>): Promise<string> {
    const id = ++count
    return await new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, ...asked } satisfies VmRequest)
    })
  }

  return {
    async run(test) {
      const { key, test: sent, back } = memoizable(test)
      const remembered = outcomes.get(key)
      if (remembered !== undefined) return back(remembered)
      let parts = 1
      for (;;) {
        const made = moveTest(sent, parts)
        const { dropkit, ...framework } = sourcesFor(sources, test.modules)
        const output = await ask({ files: { ...dropkit, ...made.files }, framework })
        const report = readReport(output, made)
        if (report.kind === 'too_long') {
          parts = report.parts
          continue
        }
        if (outcomes.size >= MAX_REMEMBERED) outcomes.clear()
        outcomes.set(key, report)
        return back(report)
      }
    },
  }
}
