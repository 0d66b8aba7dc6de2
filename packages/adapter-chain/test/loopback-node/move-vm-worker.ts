import { parentPort, workerData } from 'node:worker_threads'
import { initMovePackageBuilder, MovePackageFetcher, testMovePackage } from '@zktx.io/sui-move-builder/full'
import type { MoveSources } from './move-support.ts'

// The virtual machine runs on its own thread: a run takes a tenth of a second, and the node has to answer in the meantime.

const framework = workerData as Omit<MoveSources, 'dropkit'>

class SourcesAtHand extends MovePackageFetcher {
  override async fetch(_git: string, _rev: string, subdir?: string): Promise<Record<string, string>> {
    return subdir?.endsWith('/move-stdlib') ? framework.std : framework.sui
  }
}

const fetcher = new SourcesAtHand()

export interface VmRequest {
  readonly id: number
  readonly files: Record<string, string>
}

parentPort?.on('message', async ({ id, files }: VmRequest) => {
  try {
    await initMovePackageBuilder()
    const ran = await testMovePackage({
      files,
      fetcher,
      network: 'mainnet',
      silenceWarnings: true,
      lintFlag: 'none',
    })
    parentPort?.postMessage({ id, ...('error' in ran ? { error: ran.error } : { output: ran.output }) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
