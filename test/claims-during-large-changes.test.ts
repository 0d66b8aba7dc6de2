// Changes of the largest size that the limits allow, while others claim. Claims go on between the pieces of the change.
import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { claimDrop, createDrop, run } from './support/drops.ts'
import { nthWallet } from './support/full-store.ts'
import { startServer, type TestServer } from './support/server.ts'

const TEST_LIMIT_MS = 180_000
const CLAIMERS = 8
/** Without the pieces, claims on SQLite waited up to 3 s. */
const LONGEST_WAIT_MS = 1_000

let server: TestServer
afterEach(() => server?.stop())

/** Claims on a drop from several connections until `work` ends. Returns how long each claim took, shortest first. */
async function claimsDuring(dropId: string, work: () => Promise<unknown>): Promise<readonly number[]> {
  const timesMs: number[] = []
  let isOver = false
  let next = timesMs.length
  const claimers = Array.from({ length: CLAIMERS }, async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await claimDrop(server, dropId, nthWallet(++next))
      timesMs.push(performance.now() - startedAt)
    }
  })
  await work()
  isOver = true
  await Promise.all(claimers)
  return timesMs.sort((one, other) => one - other)
}

const CREATE_LINKS = `mutation($input: CreateClaimLinksInput!) { createClaimLinks(input: $input) { count } }`
const UPLOAD = 'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url } }'
const USE_LIST = `mutation($dropId: ID!, $input: UpdateGatingConfigInput!) {
  updateGatingConfig(dropId: $dropId, input: $input) { id } }`

const LARGE_CHANGES: Readonly<Record<string, (dropId: string) => Promise<unknown>>> = {
  '100,000 claim links are created from public keys': (dropId) => {
    const publicKeys = Array.from({ length: 100_000 }, () => randomBytes(32).toString('base64url'))
    return run(server, CREATE_LINKS, { input: { dropId, publicKeys } })
  },
  '100,000 claim links are created by number': (dropId) =>
    run(server, CREATE_LINKS, { input: { dropId, count: 100_000 } }),
  'a list of wallets of 10 MiB is uploaded and used in a rule': async (dropId) => {
    const lines = Array.from({ length: Math.floor((10 * 1024 * 1024) / 67) }, (_, n) => nthWallet(n * 7_919))
    const file = Buffer.from(lines.join('\n')).toString('base64')
    const { url } = await run<{ url: string }>(server, UPLOAD, {
      input: { file, filename: 'wallets.csv', contentType: 'text/csv' },
    })
    const rules = [{ key: 'wallet_allowlist', operator: 'in', value: `file:${url}` }]
    await run(server, USE_LIST, { dropId, input: { rules } })
  },
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (database) => {
  it.each(Object.entries(LARGE_CHANGES))(
    'no claim waits long while %s',
    async (name, change) => {
      server = await startServer({ database, env: { RATE_LIMIT_PER_MINUTE: '0' } })
      const dropId = await createDrop(server, { maxAmount: '1000000000' })
      const other = await createDrop(server)
      await claimsDuring(dropId, () => new Promise((resolve) => setTimeout(resolve, 1_000)))
      const claimed = await createDrop(server, { maxAmount: '1000000000' })
      const startedAt = performance.now()
      const timesMs = await claimsDuring(claimed, () => change(other))
      const tookMs = performance.now() - startedAt
      const share = (part: number) =>
        timesMs[Math.ceil(timesMs.length * part) - 1] ?? Number.POSITIVE_INFINITY
      console.info(
        `${database}, ${name} (${Math.round(tookMs)} ms): ${timesMs.length} claims, ` +
          `p50 ${Math.round(share(0.5))} ms, p99 ${Math.round(share(0.99))} ms, longest ${Math.round(share(1))} ms`,
      )
      expect(timesMs.length).toBeGreaterThan(CLAIMERS)
      expect(share(1)).toBeLessThan(LONGEST_WAIT_MS)
    },
    TEST_LIMIT_MS,
  )
})
