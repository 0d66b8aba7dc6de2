// Fills the disk repeatedly, while SQLite writes and files are uploaded. Nothing that was acknowledged may be lost.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDrop } from '../../support/drops.ts'
import { allViolations, violationsOfCounts } from '../../support/ledger-violations.ts'
import { type ClaimLoad, chanceOf, startClaims } from '../claim-load.ts'
import type { CrashTest, Outcome, RunOptions } from '../crash-test.ts'
import { createMortalServer, databasePathOf, integrityViolations } from '../mortal-server.ts'
import { createRetryingClient } from '../retrying-client.ts'

const LANES = 96
/** So few that claims do not fill the disk themselves. */
const CLAIMS_PER_SECOND = 400
const SIZES = { short: { rounds: 3 }, full: { rounds: 60 } }
const ANSWER_LIMIT_MS = 10_000
/** SQLite reuses the space of its write-ahead log, so claims may continue for a while on a full disk. */
const REFUSAL_LIMIT_MS = 2_500
/** In one round of this many, the server is killed while the disk is full. */
const KILL_EVERY = 3

const UPLOAD = 'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url } }'

const contentOf = (number: number): string => Buffer.alloc(50_000, `upload ${number} `).toString('base64')

/** The files below a folder that unfinished uploads left. */
const draftsIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.includes('draft-'))
    : []

/** Repeatedly fills and frees the disk of a server that stores everything in one folder on it. */
const fillDisk = async (
  folder: string,
  disk: SmallDisk,
  { size, seed, say, isTimeUp }: RunOptions,
): Promise<Outcome> => {
  const { rounds } = SIZES[size]
  const chance = chanceOf(seed)
  const server = await createMortalServer({ dataDir: folder })
  const client = createRetryingClient(4)
  let load: ClaimLoad | undefined
  try {
    const { first } = server
    const { apiKey: key } = first
    const dropId = await createDrop(first, { maxAmount: '10000000', tokenAmount: '10', maxPerWallet: 1 })
    let answeredAt = 0
    const claims = startClaims({
      key,
      dropId,
      url: () => server.current?.url,
      lanes: LANES,
      perSecond: () => CLAIMS_PER_SECOND,
      onAnswer: () => {
        answeredAt = performance.now()
      },
    })
    load = claims
    const within = async (limitMs: number, holds: () => boolean): Promise<boolean> => {
      for (const giveUpAt = performance.now() + limitMs; performance.now() < giveUpAt; await pause(5))
        if (holds()) return true
      return false
    }
    const upload = (number: number) =>
      client.askOnce(server.url, {
        key,
        query: UPLOAD,
        variables: {
          input: {
            file: contentOf(number),
            filename: `upload-${number}.bin`,
            contentType: 'application/octet-stream',
          },
        },
      })
    const processId = () => server.current?.processId ?? 0

    const violations: string[] = []
    const uploaded = new Map<string, number>()
    let [timesFull, refusedClaims, refusedUploads, longestMs] = [0, 0, 0, 0]
    for (let round = 1; round <= rounds && !isTimeUp(); round++) {
      await pause(chance.between(50, 400))
      disk.fill(processId())
      timesFull++
      const { turnedAway } = claims.counts
      if (await within(REFUSAL_LIMIT_MS, () => claims.counts.turnedAway > turnedAway)) refusedClaims++
      const refused = await upload(round)
      if (refused?.data?.['uploadFile'])
        violations.push(`round ${round}: an upload succeeded without room for it`)
      else if (refused?.errors?.[0]?.extensions?.retryable !== true)
        violations.push(
          `round ${round}: an upload was answered ${JSON.stringify(refused?.errors ?? refused)}`,
        )
      else refusedUploads++
      const read = await client.askOnce(server.url, { key, query: '{ me { id } }' })
      if (!read?.data?.['me'])
        violations.push(`round ${round}: nothing can be read: ${JSON.stringify(read?.errors)}`)
      await pause(chance.between(50, 500))
      if (round % KILL_EVERY === 0) await server.kill()
      violations.push(
        ...(await violationsOfCounts(server.databaseUrl, dropId)).map(
          (violation) => `round ${round}: ${violation}`,
        ),
      )
      disk.free(processId())
      if (!server.current) await server.start()
      const freeAt = performance.now()
      if (!(await within(ANSWER_LIMIT_MS, () => answeredAt > freeAt)))
        throw new Error(`no wallet can claim ${ANSWER_LIMIT_MS} ms after there was room again`)
      longestMs = Math.max(longestMs, Math.round(answeredAt - freeAt))
      const done = await upload(round)
      const file = done?.data?.['uploadFile'] as { url: string } | undefined
      if (file) uploaded.set(new URL(file.url, server.url).pathname, round)
      else
        violations.push(`round ${round}: an upload failed with room for it: ${JSON.stringify(done?.errors)}`)
      if (round % 10 === 0) say(`${round} rounds, ${claims.granted.size} claims, ${server.kills} kills`)
    }
    await claims.finish()
    for (const [path, number] of uploaded) {
      const bytes = Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer())
      if (bytes.toString('base64') !== contentOf(number))
        violations.push(`upload ${number} is not what was sent`)
    }
    if (refusedClaims === 0) violations.push('no claim was ever refused: nothing was tried')
    const drafts = draftsIn(folder)
    if (drafts.length > 0) violations.push(`${drafts.length} unfinished files were left behind`)
    const { rows, violations: found } = await allViolations(server.databaseUrl, dropId, claims.granted)
    await server.current?.stop()
    violations.push(...integrityViolations(databasePathOf(server)))
    return {
      counts: {
        'disk made full by': disk.kind,
        'times full': timesFull,
        'times so full that claims were refused': refusedClaims,
        kills: server.kills,
        'claims acknowledged': claims.granted.size,
        'claims in the store': rows.claims.length,
        'told to retry': claims.counts.turnedAway,
        'uploads refused, kept': `${refusedUploads}, ${uploaded.size}`,
        'first claim with room, longest in ms': longestMs,
      },
      violations: [...violations, ...claims.violations, ...found],
    }
  } finally {
    load?.abandon()
    client.close()
    await server.stop()
  }
}

// A disk that can be filled. If the machine allows it, a file system in memory in a namespace. Otherwise a limit on the
// size of the server's files, which makes the same calls of SQLite and the file store fail.

type SmallDisk = {
  readonly kind: 'tmpfs' | 'file size limit'
  /** From now on no more data fits. */
  readonly fill: (processId: number) => void
  readonly free: (processId: number) => void
}

/** Commands that start a process in a namespace in which it may mount. The one with the fewest privileges is first. */
const WAYS_IN = [
  ['unshare', '--user', '--map-root-user', '--mount'],
  ['unshare', '--mount'],
]
const DISK_BYTES = 256 * 1_024 * 1_024

const MOUNT_AND_RUN = `mount -t tmpfs -o size=${DISK_BYTES} tmpfs "$0" && exec "$@"`

/** A command line that runs `command` with a small file system on `folder`. Undefined if that is not possible. */
const onSmallDisk = (folder: string, command: readonly string[]): readonly string[] | undefined =>
  WAYS_IN.map((way) => [...way, 'sh', '-c', MOUNT_AND_RUN, folder])
    .find((way) => {
      const [program = '', ...given] = [...way, 'true']
      return spawnSync(program, given, { stdio: 'ignore' }).status === 0
    })
    ?.concat(command)

const canLimitFileSize = (): boolean =>
  process.platform === 'linux' && spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0

const tmpfsDisk = (folder: string): SmallDisk => {
  const filler = join(folder, 'filler')
  return {
    kind: 'tmpfs',
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize, 1))
      } catch (cause) {
        // The server used some of the space meanwhile, so the disk is already full.
        if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
      }
    },
    free: () => rmSync(filler, { force: true }),
  }
}

const limitFileSize = (processId: number, bytes: string): void => {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(processId), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`prlimit: ${stderr}`)
}

/** Limits every file to one byte, so that writes beyond it fail. Most writes to existing files fail too. */
const fileSizeLimit = (): SmallDisk => ({
  kind: 'file size limit',
  fill: (processId) => limitFileSize(processId, '1'),
  free: (processId) => limitFileSize(processId, 'unlimited'),
})

/** Runs a command in its own process, in a namespace with a small file system. */
const inNamespace = (commandLine: readonly string[], say: RunOptions['say']): Promise<void> =>
  new Promise((resolve, reject) => {
    const [program = '', ...given] = commandLine
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line !== '') say(line)
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the run ended with ${code}`))))
  })

export const fullDisk: CrashTest = {
  name: 'full-disk',
  title: 'disk full, SQLite and uploads',
  mustHold: '0 lost, told to retry, claims go on once there is room',
  run: async (options) => {
    const outside = mkdtempSync(join(tmpdir(), 'dropkit-disk-'))
    const [folder, outcome] = [join(outside, 'disk'), join(outside, 'outcome.json')]
    mkdirSync(folder)
    try {
      const own = [process.execPath, '--conditions=@dropkit/source', import.meta.filename, folder, outcome]
      const commandLine = onSmallDisk(folder, [
        ...own,
        options.size,
        String(options.seed),
        String(options.minutes ?? ''),
      ])
      if (commandLine) {
        await inNamespace(commandLine, options.say)
        return JSON.parse(readFileSync(outcome, 'utf8')) as Outcome
      }
      if (canLimitFileSize()) return await fillDisk(folder, fileSizeLimit(), options)
      throw new Error('no disk can be made full here: there is neither a namespace to be had nor prlimit')
    } finally {
      rmSync(outside, { recursive: true, force: true })
    }
  },
}

// The run starts this file in a namespace with a small file system. The result goes to a file outside that system.
if (import.meta.main) {
  const [folder = '', outcome = '', size, seed, minutes] = process.argv.slice(2)
  const limitMs = minutes ? Number(minutes) * 60_000 : Number.POSITIVE_INFINITY
  const found = await fillDisk(folder, tmpfsDisk(folder), {
    size: size === 'full' ? 'full' : 'short',
    seed: Number(seed),
    say: (line) => console.log(line),
    isTimeUp: () => performance.now() > limitMs,
  })
  writeFileSync(outcome, JSON.stringify(found))
}
