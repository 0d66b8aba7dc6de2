import { createDropkit, type Dropkit, type Ports } from '@dropkit/core'
import type { Config } from '../config/read-config.ts'
import { createContainer, SERVICES } from '../container.ts'

/** Runs one action with the service, while servers may be running on the same store, and then closes the store. */
export async function withService<T>(
  config: Config,
  work: (dropkit: Dropkit, ports: Ports) => Promise<T>,
): Promise<T> {
  const container = createContainer(config)
  const storage = await container.getAsync(SERVICES.storage)
  try {
    const ports = await container.getAsync(SERVICES.ports)
    return await work(createDropkit(ports), ports)
  } finally {
    await storage.close()
  }
}
