import { parentPort } from 'node:worker_threads'
import { initMovePackageBuilder, MovePackageFetcher, testMovePackage } from '@zktx.io/sui-move-builder/full'
import type { MoveSources } from './move-support.ts'

// The virtual machine runs on its own thread: a run takes a tenth of a second, and the node has to answer in the meantime.

type Framework = Omit<MoveSources, 'dropkit'>

class SourcesAtHand extends MovePackageFetcher {
  readonly #framework: Framework

  constructor(framework: Framework) {
    super()
    this.#framework = framework
  }

  override async fetch(_git: string, _rev: string, subdir?: string): Promise<Record<string, string>> {
    return subdir?.endsWith('/move-stdlib') ? this.#framework.std : this.#framework.sui
  }
}

export interface VmRequest {
  readonly id: number
  readonly files: Record<string, string>
  readonly framework: Framework
}

parentPort?.on('message', async ({ id, files, framework }: VmRequest) => {
  try {
    await initMovePackageBuilder()
    const ran = await testMovePackage({
      files,
      fetcher: new SourcesAtHand(framework),
      network: 'mainnet',
      silenceWarnings: true,
      lintFlag: 'none',
    })
    parentPort?.postMessage({ id, ...('error' in ran ? { error: ran.error } : { output: ran.output }) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
