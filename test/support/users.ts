import { createApiKey } from '../../apps/server/src/cli/service-commands.ts'
import { readConfig } from '../../apps/server/src/config/read-config.ts'
import { type TestServer, testMasterKey } from './server.ts'

/**
 * Creates an API key, and its user if needed, while the server runs. Does what `apikey create` does, without a new process,
 * because starting one takes more CPU time than most tests.
 */
export async function makeApiKey(
  { databaseUrl, dataDir }: Pick<TestServer, 'databaseUrl' | 'dataDir'>,
  username: string,
): Promise<string> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MASTER_KEY: testMasterKey }
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' }, 'service')
  if (!config.ok) throw new Error(config.error.join('\n'))
  const made = await createApiKey(config.value, { username, name: 'Test' })
  if (!made.ok) throw new Error(`no key for ${username}: ${JSON.stringify(made.error)}`)
  return made.value.secret
}
