// The disk is full, over and over: for SQLite's writers and for uploads. Nothing that was said to be done may be lost.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDrop } from '../../support/drops.ts'
import { countFaults } from '../../support/ledger-faults.ts'
import { chanceOf } from '../chance.ts'
import { type ClaimLoad, startClaims } from '../claim-load.ts'
import { createMortalServer } from '../mortal-server.ts'
import { createPatientClient } from '../patient-client.ts'
import { allFaults } from '../settled-rows.ts'
import { canLimitFileSize, fileSizeLimit, onSmallDisk, type SmallDisk, tmpfsDisk } from '../small-disk.ts'
import { integrityFaults } from '../sqlite-integrity.ts'
import type { Outcome, RunOptions, TortureRun } from '../torture-run.ts'

const LANES = 96
const SIZES = { short: { rounds: 3 }, full: { rounds: 60 } }
const ANSWER_LIMIT_MS = 10_000
/** SQLite's log begins anew in the room that it has already: claims may go on for a while with a disk that is full. */
const REFUSAL_LIMIT_MS = 2_500
/** Of all rounds one in so many kills the server while there is no room. */
const KILL_EVERY = 3

const UPLOAD = 'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url } }'

const contentOf = (number: number): string => Buffer.alloc(50_000, `upload ${number} `).toString('base64')

/** All files below a folder that an upload left unfinished. */
const draftsIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.includes('draft-'))
    : []

const fillDisk = async (
  folder: string,
  disk: SmallDisk,
  { size, seed, say, isTimeUp }: RunOptions,
): Promise<Outcome> => {
  const { rounds } = SIZES[size]
  const chance = chanceOf(seed)
  const server = await createMortalServer({ dataDir: folder })
  const client = createPatientClient(4)
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

    const faults: string[] = []
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
        faults.push(`round ${round}: an upload succeeded without room for it`)
      else if (refused?.errors?.[0]?.extensions?.retryable !== true)
        faults.push(`round ${round}: an upload was answered ${JSON.stringify(refused?.errors ?? refused)}`)
      else refusedUploads++
      const read = await client.askOnce(server.url, { key, query: '{ me { id } }' })
      if (!read?.data?.['me'])
        faults.push(`round ${round}: nothing can be read: ${JSON.stringify(read?.errors)}`)
      await pause(chance.between(50, 500))
      if (round % KILL_EVERY === 0) await server.kill()
      faults.push(
        ...(await countFaults(server.databaseUrl, dropId)).map((fault) => `round ${round}: ${fault}`),
      )
      disk.free(processId())
      if (!server.current) await server.start()
      const freeAt = performance.now()
      if (!(await within(ANSWER_LIMIT_MS, () => answeredAt > freeAt)))
        throw new Error(`nobody can claim ${ANSWER_LIMIT_MS} ms after there was room again`)
      longestMs = Math.max(longestMs, Math.round(answeredAt - freeAt))
      const done = await upload(round)
      const file = done?.data?.['uploadFile'] as { url: string } | undefined
      if (file) uploaded.set(new URL(file.url, server.url).pathname, round)
      else faults.push(`round ${round}: an upload failed with room for it: ${JSON.stringify(done?.errors)}`)
      if (round % 10 === 0) say(`${round} rounds, ${claims.granted.size} claims, ${server.kills} kills`)
    }
    await claims.finish()
    for (const [path, number] of uploaded) {
      const bytes = Buffer.from(await (await fetch(`${server.url}${path}`)).arrayBuffer())
      if (bytes.toString('base64') !== contentOf(number)) faults.push(`upload ${number} is not what was sent`)
    }
    if (refusedClaims === 0) faults.push('no claim was ever refused: nothing was tried')
    const drafts = draftsIn(folder)
    if (drafts.length > 0) faults.push(`${drafts.length} unfinished files were left behind`)
    const { rows, faults: found } = await allFaults(server.databaseUrl, dropId, claims.granted)
    await server.current?.stop()
    faults.push(...integrityFaults(server.databaseUrl.slice('sqlite:'.length)))
    return {
      counts: {
        'disk made full by': disk.kind,
        'times full': timesFull,
        'times so full that claims were refused': refusedClaims,
        kills: server.kills,
        'claims acknowledged': claims.granted.size,
        'claims in the store': rows.claims.length,
        'told to come back': claims.counts.turnedAway,
        'uploads refused, kept': `${refusedUploads}, ${uploaded.size}`,
        'first claim with room, longest in ms': longestMs,
      },
      faults: [...faults, ...claims.faults, ...found],
    }
  } finally {
    load?.abandon()
    client.close()
    await server.stop()
  }
}

/** In a process of its own, which a namespace with a small file system is around. */
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

export const fullDisk: TortureRun = {
  name: 'full-disk',
  title: 'disk full, SQLite and uploads',
  mustHold: '0 lost, told to come back, claims go on once there is room',
  run: async (options) => {
    const outside = mkdtempSync(join(tmpdir(), 'dropkit-disk-'))
    const [folder, outcome] = [join(outside, 'disk'), join(outside, 'outcome.json')]
    mkdirSync(folder)
    try {
      const script = fileURLToPath(import.meta.url)
      const own = [process.execPath, '--conditions=@dropkit/source', script, folder, outcome]
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '', outcome = '', size, seed, minutes] = process.argv.slice(2)
  const options: RunOptions = {
    size: size === 'full' ? 'full' : 'short',
    seed: Number(seed),
    say: (line) => console.log(line),
    isTimeUp: () => performance.now() > (minutes ? Number(minutes) * 60_000 : Number.POSITIVE_INFINITY),
  }
  writeFileSync(outcome, JSON.stringify(await fillDisk(folder, tmpfsDisk(folder), options)))
}
