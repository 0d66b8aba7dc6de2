import { createDropkit, type Dropkit, err, ok, type Ports, type Refusal, type Result } from '@dropkit/core'
import type { Config } from '../config/read-config.ts'
import { createContainer, SERVICES } from '../container.ts'

interface MadeApiKey {
  readonly secret: string
  /** Whether the store had no users: no server has ever started on it. */
  readonly storeWasEmpty: boolean
}

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

/** Creates an API key for a user, and the user too if it does not exist. */
export const createApiKey = (
  config: Config,
  { username, name }: { readonly username: string; readonly name: string },
): Promise<Result<MadeApiKey, Refusal>> =>
  withService(config, async (dropkit, { store }) => {
    const storeWasEmpty = await store.isEmpty()
    const made = await dropkit.createLocalUser({ username, key: { name } })
    if (made.ok) return ok({ secret: made.value.secret, storeWasEmpty })
    const user = made.error.kind === 'conflict' ? await store.userByUsername(username) : undefined
    if (!user) return err(made.error)
    const further = await dropkit.createApiKey({ user, credential: { kind: 'system' } }, { name })
    return further.ok ? ok({ secret: further.value.secret, storeWasEmpty }) : further
  })
