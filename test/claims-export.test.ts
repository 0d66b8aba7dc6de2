// The export of all claims of a drop as one CSV, from a server in its own process. However many claims there are and
// however slowly the client reads, the server must not need more memory, and it must stop reading when the client stops.
// EXPORTED_CLAIMS is the number of claims (200,000 by default).
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClaims, addPostgresClaims, makeStore } from './support/full-store.ts'
import { createPostgresDatabase } from './support/prepared-databases.ts'
import { startServer, type TestServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const { EXPORTED_CLAIMS: given = '200000' } = process.env
const claims = Number(given)
if (!Number.isSafeInteger(claims) || claims < 100_000)
  throw new Error(`EXPORTED_CLAIMS is a number of claims from 100,000 on; it is "${given}".`)

const LIMIT_MS = 180_000 + claims
const MEGABYTE = 1_048_576
/** A small heap, because a server with much memory delays garbage collection. */
const SMALL_HEAP = '--max-old-space-size=96 --max-semi-space-size=4'
/** Less than the size of the response, and much less than the data it is created from. */
const MOST_GROWTH_BYTES = 30 * MEGABYTE
/** If the file is larger than the part that is mapped, SQLite caches up to 64 MB itself. */
const SQLITE_CACHE_BYTES = claims > 300_000 ? 80 * MEGABYTE : 0
/** More than a server's number of database connections. */
const LEFT = 30

describe.each(['sqlite', 'postgres'] as const)('all claims as CSV on %s', (kind) => {
  let dataDir: string
  let server: TestServer
  let dropId: string
  const mostBytes = MOST_GROWTH_BYTES + (kind === 'sqlite' ? SQLITE_CACHE_BYTES : 0)
  let removeDatabase = async () => {}
  let whole: Awaited<ReturnType<typeof measured>>

  beforeAll(async () => {
    dataDir = temporaryFolder()
    const env: Record<string, string> = { NODE_OPTIONS: SMALL_HEAP }
    if (kind === 'postgres') {
      const database = await createPostgresDatabase()
      removeDatabase = database.drop
      env['DATABASE_URL'] = database.url
    }
    dropId = await makeStore({ dataDir, env })
    if (kind === 'sqlite') addClaims(dataDir, dropId, claims)
    else await addPostgresClaims(env['DATABASE_URL'] ?? '', dropId, claims)
    server = await startServer({ dataDir, env })
    // Warm-up: afterwards everything is compiled and the caches are filled.
    await read(await download())
    await untilIdle()
    whole = await measured('whole', async () => read(await download()))
  }, LIMIT_MS)

  afterAll(async () => {
    await server?.stop()
    await removeDatabase()
  })

  const download = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${server.apiKey}` }
      get(`${server.url}/drops/${dropId}/claims.csv`, { headers, agent: false }, resolve).on('error', reject)
    })

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  const cpuSeconds = () => metric('process_cpu_seconds_total')

  /**
   * The anonymous memory. Pages of files are excluded where the system reports them separately, because it can reclaim
   * them.
   */
  const memoryBytes = async (): Promise<number> => {
    if (process.platform !== 'linux') return metric('process_resident_memory_bytes')
    const status = readFileSync(`/proc/${server.processId}/status`, 'utf8')
    return 1_024 * Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1])
  }

  /** All bytes that the server has written to files and sockets. Undefined if the system does not count them. */
  const writtenBytes = (): number | undefined => {
    if (process.platform !== 'linux') return undefined
    return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${server.processId}/io`, 'utf8'))?.[1])
  }

  /** Resolves when the server is almost idle. */
  const untilIdle = async (): Promise<void> => {
    let before = await cpuSeconds()
    for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; ) {
      await pause(400)
      const now = await cpuSeconds()
      if (now - before < 0.1) return
      before = now
    }
    throw new Error('The server is still busy after a minute.')
  }

  /** Runs a download. Returns the largest increase of the server's memory, and its CPU time. */
  const measured = async (name: string, take: () => ReturnType<typeof read>) => {
    const [memoryBefore, cpuBefore, startedAt] = [await memoryBytes(), await cpuSeconds(), performance.now()]
    const writtenBefore = writtenBytes() ?? 0
    let highest = memoryBefore
    const ending = new AbortController()
    const watching = (async () => {
      while (!ending.signal.aborted) {
        highest = Math.max(highest, await memoryBytes())
        await pause(20)
      }
    })()
    const result = await take().finally(() => ending.abort())
    await watching
    const grownBytes = highest - memoryBefore
    const used = (await cpuSeconds()) - cpuBefore
    console.log(
      `${kind}, ${claims} claims, ${name}: ${Math.round(result.bytes / MEGABYTE)} MB in ` +
        `${((performance.now() - startedAt) / 1_000).toFixed(1)} s, ${used.toFixed(1)} s of processor, ` +
        `${(grownBytes / MEGABYTE).toFixed(1)} MB more memory`,
    )
    return { result, grownBytes, cpuSeconds: used, wroteBytes: (writtenBytes() ?? 0) - writtenBefore }
  }

  it(
    'takes no more memory however many they are',
    () => {
      expect(whole.result.lines).toBe(claims + 1)
      expect(whole.grownBytes).toBeLessThan(mostBytes)
    },
    LIMIT_MS,
  )

  it(
    'reads them no faster than they are taken',
    async () => {
      const response = await download()
      const begun = await measured('begun', async () => {
        const first = await read(response, MEGABYTE)
        await untilIdle()
        return first
      })
      const ended = await measured('ended', () => read(response))
      expect(begun.result.lines + ended.result.lines).toBe(claims + 1)
      expect(begun.grownBytes).toBeLessThan(mostBytes)
      expect(ended.grownBytes).toBeLessThan(mostBytes)
      // The system buffers a few megabytes for a slow reader.
      expect(begun.wroteBytes).toBeLessThanOrEqual(whole.wroteBytes / 2)
    },
    LIMIT_MS,
  )

  it(
    'stops reading and frees memory after the client has disconnected',
    async () => {
      const left = await measured('left', async () => {
        const responses = await Promise.all(Array.from({ length: LEFT }, download))
        for (const response of responses) response.destroy()
        await untilIdle()
        return { lines: 0, bytes: 0 }
      })
      expect(left.cpuSeconds).toBeLessThan((whole.cpuSeconds * LEFT) / 3)
      const query = 'query($id: ID!) { drop(id: $id) { claimCount } }'
      expect((await server.graphql(query, { id: dropId })).data).toEqual({ drop: { claimCount: claims } })
      // The forced garbage collections of `measured` may block the event loop, which the server logs as a warning.
      const errors = server
        .errorOutput()
        .split('\n')
        .filter((line) => !line.startsWith('{"level":"warn"'))
      expect(errors).toEqual([''])
    },
    LIMIT_MS,
  )
})

/** Reads up to this many bytes or to the end, and then pauses. */
async function read(response: IncomingMessage, bytesWanted = Number.POSITIVE_INFINITY) {
  let [lines, bytes] = [0, 0]
  // Does not iterate over the response, because leaving the loop would close it.
  while (bytes < bytesWanted) {
    const piece: Buffer | null = response.read()
    if (piece === null) {
      if (response.readableEnded) break
      await moves(response)
      continue
    }
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines++
  }
  return { lines, bytes }
}

/** Resolves when there may be data to read, or at the end. Rejects if the server aborts the response. */
const moves = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      response.off('readable', go).off('end', go).off('error', fail)
      act()
    }
    const go = () => settle(resolve)
    const fail = (error: Error) => settle(() => reject(error))
    response.on('readable', go).on('end', go).on('error', fail)
  })
