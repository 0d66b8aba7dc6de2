// How long a request holds the event loop of a server, how much it sends, and how long another caller waits meanwhile.
import { readFileSync, writeFileSync } from 'node:fs'
import { ROLES, type Role } from '../support/keys-of-roles.ts'
import { longestStallOf } from '../support/longest-stall.ts'
import type { TestServer } from '../support/server.ts'

const MIB = 1024 * 1024
const GOAL = { stallMs: 50, bytes: 4 * MIB, othersMs: 250 }
export const MOST_MEMORY_BYTES = 64 * MIB

/** How many claims the store holds. */
export const CLAIMS = Number(process.env['ATTACK_CLAIMS'] ?? '5000')
/** `npm run attack` tries everything; `npm test` leaves out what is seldom worse than the rest. */
export const IS_FULL = process.env['ATTACK_REPORT'] !== undefined

export type Measured = {
  readonly request: string
  readonly role: Role
  readonly stallMs: number
  readonly bytes: number
  /** 99th percentile of another caller's requests meanwhile, by the clock; null in the short form. */
  readonly othersMs: number | null
}

/** How long each of another caller's requests takes until it is stopped. */
function startBystander(server: TestServer) {
  const timesMs: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await server.graphql('{ me { id } }')
      timesMs.push(performance.now() - startedAt)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return timesMs.sort((one, other) => one - other)[Math.ceil(timesMs.length * 0.99) - 1] ?? 0
  }
}

/**
 * Measures what `send` does; it gives how many bytes came back. What misses a goal is measured up to three times: the
 * cost of a request is there each time, a collection of the garbage of others is not.
 */
export async function measure(
  server: TestServer,
  request: string,
  role: Role,
  send: () => Promise<number>,
): Promise<Measured> {
  let best = await measureOnce(server, request, role, send)
  for (let tries = 1; tries < 3 && failedOf([best]).length > 0; tries++) {
    const again = await measureOnce(server, request, role, send)
    if (again.stallMs < best.stallMs) best = again
  }
  return best
}

async function measureOnce(
  server: TestServer,
  request: string,
  role: Role,
  send: () => Promise<number>,
): Promise<Measured> {
  await longestStallOf(server)
  const stop = IS_FULL ? startBystander(server) : undefined
  const bytes = await send()
  const othersMs = (await stop?.()) ?? null
  const { ms } = await longestStallOf(server)
  return { request, role, stallMs: ms, bytes, othersMs }
}

const missesOf = ({ stallMs, bytes, othersMs }: Measured): readonly string[] => [
  ...(stallMs > GOAL.stallMs ? ['stall'] : []),
  ...(bytes > GOAL.bytes ? ['bytes'] : []),
  ...((othersMs ?? 0) > GOAL.othersMs ? ['others'] : []),
]

/** Others' time is by the clock, which on a busy machine measures that: it is in the table, and not judged. */
export const failedOf = (all: readonly Measured[]): readonly Measured[] =>
  all.filter((one) => missesOf(one).some((miss) => miss !== 'others'))

/** The worst of each role by each measure, as a table. */
export function tableOf(all: readonly Measured[], memoryBytes: number | null): string {
  const measures = IS_FULL ? (['stallMs', 'bytes', 'othersMs'] as const) : (['stallMs', 'bytes'] as const)
  const rows = ROLES.flatMap((role) =>
    measures.map((by) => {
      const [worst] = all
        .filter((one) => one.role === role)
        .sort((one, other) => (other[by] ?? 0) - (one[by] ?? 0))
      if (!worst) return ''
      const { request, stallMs, bytes, othersMs } = worst
      const misses = missesOf(worst).join(', ') || 'none'
      return `| ${role} | ${by} | \`${request}\` | ${stallMs.toFixed(0)} ms | ${(bytes / MIB).toFixed(2)} MiB | ${othersMs === null ? 'not measured' : `${othersMs.toFixed(0)} ms`} | ${misses} |`
    }),
  )
  return [
    memoryBytes === null
      ? `${all.length} requests.`
      : `${all.length} requests on a store with ${CLAIMS} claims; memory in use grew by ${(memoryBytes / MIB).toFixed(0)} MiB.`,
    '',
    '| credential | worst by | request | longest stall | bytes out | others, p99 | misses |',
    '|---|---|---|---|---|---|---|',
    ...rows.filter((row) => row !== ''),
  ].join('\n')
}

/** Shows a table, and writes it into its place in docs/attacks.md if `npm run attack` asks for it. */
export function reportTable(what: 'requests' | 'changes' | 'texts', table: string): void {
  console.log(table)
  if (!IS_FULL) return
  const begin = `<!-- worst ${what}: written by npm run attack -->`
  const page = new URL('../../docs/attacks.md', import.meta.url)
  const text = readFileSync(page, 'utf8')
  const [start, end] = [text.indexOf(begin), text.indexOf(`<!-- end of worst ${what} -->`)]
  if (start >= 0 && end > start)
    writeFileSync(page, `${text.slice(0, start)}${begin}\n${table}\n${text.slice(end)}`)
}
