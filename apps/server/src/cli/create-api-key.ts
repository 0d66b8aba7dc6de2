import { createDropkit, err, ok, type Refusal, type Result } from '@dropkit/core'
import type { Config } from '../config/read-config.ts'
import { createContainer, SERVICES } from '../container.ts'

/** Makes a key for a user, and the user too when there is none of that name. Gives the key's secret. */
export async function createApiKey(
  config: Config,
  { username, name }: { readonly username: string; readonly name: string },
): Promise<Result<string, Refusal>> {
  const container = createContainer(config)
  const storage = await container.getAsync(SERVICES.storage)
  try {
    const ports = await container.getAsync(SERVICES.ports)
    const dropkit = createDropkit(ports)
    const made = await dropkit.createLocalUser({ username, key: { name } })
    if (made.ok) return ok(made.value.secret)
    const user = made.error.kind === 'conflict' ? await ports.store.userByUsername(username) : undefined
    if (!user) return err(made.error)
    const further = await dropkit.createApiKey({ user, credential: { kind: 'system' } }, { name })
    return further.ok ? ok(further.value.secret) : further
  } finally {
    await storage.close()
  }
}
