import { beforeAll, expect, it } from 'vitest'
import { addClaims, makeStore, nthWallet } from './support/full-store.ts'
import { startServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const { STORE_CLAIMS: given = '100000' } = process.env
const claims = Number(given)
if (!Number.isSafeInteger(claims) || claims < 1_000)
  throw new Error(`STORE_CLAIMS is a number of claims from 1,000 on; it is "${given}".`)

const STARTS = 5
const LIMIT_MS = 60_000 + claims / 5

/** The tolerance for a busy machine, in addition to the factor. */
const SLACK_MS = 250
const MOST_TIMES_SLOWER = 2

/** The time from the start of the process until the server is ready, in milliseconds. */
const timeStart = async (dataDir: string): Promise<number> => {
  const startedAt = performance.now()
  const server = await startServer({ dataDir })
  const { status } = await fetch(`${server.url}/readyz`)
  const tookMs = performance.now() - startedAt
  expect(status).toBe(200)
  await server.stop()
  return tookMs
}

let emptyFolder: string
let fullFolder: string
let dropId: string

beforeAll(async () => {
  emptyFolder = temporaryFolder()
  fullFolder = temporaryFolder()
  await makeStore({ dataDir: emptyFolder })
  dropId = await makeStore({ dataDir: fullFolder })
  addClaims(fullFolder, dropId, claims)
}, LIMIT_MS)

it(
  'starts as quickly on a store full of claims as on an empty one',
  async () => {
    // Alternates, so that other load on the machine slows down both. The fastest start of each counts.
    let [emptyMs, fullMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let turn = 0; turn < STARTS; turn++) {
      emptyMs = Math.min(emptyMs, Math.round(await timeStart(emptyFolder)))
      fullMs = Math.min(fullMs, Math.round(await timeStart(fullFolder)))
    }
    console.log(`Ready after ${emptyMs} ms on an empty store, ${fullMs} ms with ${claims} claims.`)
    expect(fullMs).toBeLessThan(MOST_TIMES_SLOWER * emptyMs + SLACK_MS)
  },
  LIMIT_MS,
)

it(
  'goes on from where the full store is',
  async () => {
    const server = await startServer({ dataDir: fullFolder })
    const { data } = await server.graphql(
      `mutation($dropId: ID!) {
        claimDrop(input: { dropId: $dropId, userAddress: "0xffffffffffff" }) { claim { sequence drop { claimCount } } }
      }`,
      { dropId },
    )
    expect(data).toEqual({ claimDrop: { claim: { sequence: claims + 1, drop: { claimCount: claims + 1 } } } })
    const again = await server.graphql(
      `mutation($dropId: ID!) {
        claimDrop(input: { dropId: $dropId, userAddress: "${nthWallet(2)}" }) { claim { id } }
      }`,
      { dropId },
    )
    expect(again.errors?.[0]?.extensions?.['code']).toBe('ALREADY_CLAIMED')
    expect(server.errorOutput()).toBe('')
    await server.stop()
  },
  LIMIT_MS,
)
