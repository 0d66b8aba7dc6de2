// Starts a real server for tests, in its own process: the sources of apps/server, on SQLite or Postgres.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from './postgres.ts'
import { postgresTemplate, sqliteTemplate } from './prepared-databases.ts'
import { serverBundle } from './server-bundle.ts'
import { runFolder } from './test-run.ts'

export type Environment = Readonly<Record<string, string>>

export type StartServerOptions = {
  /** The database of the server: new, empty, and removed with the server. The default is `sqlite`. */
  readonly database?: 'sqlite' | 'postgres'
  /** Settings that override all others. With `DATABASE_URL`, the server uses an existing database. */
  readonly env?: Environment
  /** The server's DATA_DIR, which is kept. By default, a folder that is removed with the server. */
  readonly dataDir?: string
  /** How long the server may take until it listens. The default is 90 s. */
  readonly startLimitMs?: number
  /** Runs the sources, as `npm start` does, even in a run that bundles them. */
  readonly fromSources?: boolean
}

type GraphqlAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly data: Record<string, unknown> | null | undefined
  readonly errors: readonly GraphqlError[] | undefined
}

type GraphqlError = {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

type GraphqlOptions = {
  /** The credential. The default is the server's own API key; null sends none. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type TestServer = {
  /** Has no slash at the end. */
  readonly url: string
  /** The URL for WebSocket clients. */
  readonly webSocketUrl: string
  /** The key of the user admin, set with BOOTSTRAP_API_KEY. */
  readonly apiKey: string
  readonly dataDir: string
  readonly databaseUrl: string
  readonly processId: number
  readonly graphql: (query: string, variables?: object, options?: GraphqlOptions) => Promise<GraphqlAnswer>
  /** Sends POST /fake-chain/<act>. Returns the status and the parsed body. */
  readonly fakeChain: (
    act: string,
    input: object,
  ) => Promise<{ status: number; body: Record<string, unknown> }>
  /** Everything that the server has written to standard output and standard error so far. */
  readonly output: () => string
  readonly errorOutput: () => string
  /** Resolves with how the process ended. */
  readonly ended: Promise<Ended>
  /** Sends a signal (default SIGTERM), waits for the end, then removes the server's database and folder. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ended>
  /** Kills the server, as a crash would. Its database and folder stay for another server; `stop` removes them. */
  readonly kill: () => Promise<Ended>
}

const testApiKey = 'test-key-of-the-first-admin'
/** All test servers use this key, so that a second server can use the database of a first one. */
export const testMasterKey = '5e'.repeat(32)

const root = fileURLToPath(new URL('../..', import.meta.url))
const usualStartLimitMs = 90_000
const stopLimitMs = 30_000

/** The Node flags of `npm start`. */
const node = JSON.parse(readFileSync(join(root, 'apps', 'server', 'node.json'), 'utf8')) as {
  readonly flags: readonly string[]
  readonly environment: Environment
}

/** The settings that every test server needs. The machine's own settings with these names have no effect. */
const baseEnvironment = (): Record<string, string> => {
  const { PATH = '', HOME = '', TMPDIR, MUTATION_ENVIRONMENT = '{}' } = process.env
  return {
    ...node.environment,
    PATH,
    HOME,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    HOST: '127.0.0.1',
    PORT: '0',
    // No load balancer sends requests here.
    DRAIN_SECONDS: '0',
    // Tests read metrics right after they change.
    METRICS_AGE_MS: '0',
    STALL_WINDOW_MS: '0',
    // Of tools/mutation/processes.mjs.
    ...JSON.parse(MUTATION_ENVIRONMENT),
  }
}

export type ServerProcess = {
  readonly child: ChildProcess
  readonly output: () => string
  readonly errorOutput: () => string
  readonly ended: Promise<Ended>
}

const removeFolder = (folder: string) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  folders.delete(folder)
}

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-server-'))
  folders.add(folder)
  return folder
}

const running = new Set<ChildProcess>()
// Folders to remove if the test process exits without having stopped its servers.
const folders = new Set<string>()
const endAll = () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) removeFolder(folder)
}
process.once('exit', endAll)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll()
    // The listener is removed, so the signal now has its default effect.
    process.kill(process.pid, signal)
  })
}

/**
 * Runs the server's command line with exactly these settings, from the bundle of the run if there is one. Standard input and
 * error may be others than usual.
 */
export const runServer = async (
  commandLine: readonly string[],
  env: Environment,
  {
    stdin = 'ignore',
    stderr = 'pipe',
    fromSources = false,
  }: {
    readonly stdin?: 'ignore' | 'pipe'
    readonly stderr?: 'pipe' | number
    readonly fromSources?: boolean
  } = {},
): Promise<ServerProcess> => {
  const bundle = fromSources ? undefined : await serverBundle()
  const child = spawn(
    join(root, 'node_modules', '.bin', 'node'),
    [
      // A test that sets NODE_OPTIONS chooses the heap size itself.
      ...(env['NODE_OPTIONS'] === undefined ? node.flags : []),
      '--conditions=@dropkit/source',
      bundle?.main ?? join(root, 'apps', 'server', 'src', 'main.mjs'),
      ...commandLine,
    ],
    {
      cwd: root,
      env: { ...baseEnvironment(), ...(bundle && { NODE_COMPILE_CACHE: bundle.cache }), ...env },
      stdio: [stdin, 'pipe', stderr],
    },
  )
  let output = ''
  let errorOutput = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  running.add(child)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    // Nothing is written after "close".
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  // Callers that wait for the end get the error. Without callers it must not become an unhandled rejection.
  ended.catch(() => {})
  return { child, output: () => output, errorOutput: () => errorOutput, ended }
}

/** Does the same and waits until the process ends by itself. */
export const runToItsEnd = async (commandLine: readonly string[], env: Environment) => {
  const process = await runServer(commandLine, env)
  const { code } = await process.ended
  return { code, output: process.output(), errors: process.errorOutput() }
}

/** Resolves with the server's URL when the server prints it. */
const listening = (
  { child, output, errorOutput, ended }: ServerProcess,
  startLimitMs: number,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('did not start in time'), startLimitMs)
    const settle = () => {
      clearTimeout(timer)
      child.stdout?.off('data', look)
    }
    const fail = (what: string) => {
      settle()
      reject(new Error(`The server ${what}.\n${output()}${errorOutput()}`))
    }
    const look = () => {
      const url = /listens on (\S+)\n/.exec(output())?.[1]
      if (url === undefined) return
      settle()
      resolve(url)
    }
    child.stdout?.on('data', look)
    ended.then(
      ({ code, signal }) => fail(`ended (${signal ?? `exit code ${code}`}) before it listened`),
      (error) => fail(`could not be run: ${error}`),
    )
    look()
  })

const within = async <T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limitMs} ms`)), limitMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Creates a new database, and a function that removes it. In a vitest run, the tables are in it, except if the test has a
 * folder of its own.
 */
const provide = async (
  kind: 'sqlite' | 'postgres',
  { dataDir, isOfTest }: { readonly dataDir: string; readonly isOfTest: boolean },
): Promise<{ readonly url: string; readonly remove: () => Promise<void> }> => {
  const isPrepared = runFolder() !== undefined && !isOfTest
  if (kind === 'sqlite') {
    const path = join(dataDir, 'dropkit.db')
    if (isPrepared) copyFileSync(await sqliteTemplate(), path)
    return { url: `sqlite:${path}`, remove: async () => {} }
  }
  const postgres = await startPostgres()
  const database = await postgres.createDatabase(isPrepared ? { template: await postgresTemplate() } : {})
  return {
    url: database.url,
    remove: async () => {
      await database.drop()
      await postgres.stop()
    },
  }
}

export const startServer = async ({
  database = 'sqlite',
  env = {},
  dataDir: givenDataDir,
  startLimitMs = usualStartLimitMs,
  fromSources = false,
}: StartServerOptions = {}): Promise<TestServer> => {
  const dataDir = givenDataDir ?? makeFolder()
  const { DATABASE_URL: givenUrl } = env
  const provided =
    givenUrl === undefined
      ? await provide(database, { dataDir, isOfTest: givenDataDir !== undefined })
      : { url: givenUrl, remove: async () => {} }
  const apiKey = env['BOOTSTRAP_API_KEY'] ?? testApiKey
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: provided.url,
    MASTER_KEY: testMasterKey,
    BOOTSTRAP_API_KEY: apiKey,
    LOG_LEVEL: 'warn',
    ...env,
  }
  const started = await runServer([], settings, { fromSources })
  const { child, ended } = started
  const end = async (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal)
    try {
      return await within(stopLimitMs, `The end of the server by ${signal}`, ended)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }
  const clean = async () => {
    await provided.remove()
    if (givenDataDir === undefined) removeFolder(dataDir)
  }

  try {
    const url = await listening(started, startLimitMs)
    return {
      url,
      webSocketUrl: `${url.replace(/^http/, 'ws')}/graphql`,
      apiKey,
      dataDir,
      databaseUrl: provided.url,
      processId: child.pid ?? 0,
      graphql: (query, variables = {}, { key = apiKey, headers = {} } = {}) =>
        askGraphql(
          url,
          { query, variables },
          { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
        ),
      fakeChain: async (act, input) => {
        const response = await post(`${url}/fake-chain/${act}`, input, {})
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      },
      output: started.output,
      errorOutput: started.errorOutput,
      ended,
      stop: (signal = 'SIGTERM') => end(signal).finally(clean),
      kill: () => end('SIGKILL'),
    }
  } catch (error) {
    child.kill('SIGKILL')
    await ended.catch(() => {})
    await clean()
    throw error
  }
}

const post = (url: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })

const askGraphql = async (
  url: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<GraphqlAnswer> => {
  const response = await post(`${url}/graphql`, body, headers)
  const answer = (await response.json()) as Pick<GraphqlAnswer, 'data' | 'errors'>
  return { status: response.status, headers: response.headers, data: answer.data, errors: answer.errors }
}
