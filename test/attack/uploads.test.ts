// Files that try to become another type on their way to a browser, or to escape from their store.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../support/http.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { Tally } from './attack-runs.ts'
import { UPLOADS, type Upload } from './polyglots.ts'

const UPLOAD = `mutation ($input: UploadFileInput!) { uploadFile(input: $input) { url filename contentType size } }`
/** The types that a browser may show inline. Images and videos run no code. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'video/mp4']
const MIB = 2 ** 20

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  expect(await server?.stop()).toEqual({ code: 0, signal: null })
})

const upload = ({ bytes, filename, contentType }: Omit<Upload, 'what'>) =>
  server.graphql(UPLOAD, { input: { file: bytes.toString('base64'), filename, contentType } })

/** What is wrong with the response that serves a file. Empty if nothing is. */
async function violationsOf(url: string, { bytes }: Upload): Promise<readonly string[]> {
  const response = await fetch(url)
  const served = Buffer.from(await response.arrayBuffer())
  const header = (name: string) => response.headers.get(name) ?? ''
  const [type, disposition, policy] = [
    header('content-type'),
    header('content-disposition'),
    header('content-security-policy'),
  ]
  const isAttachment = /^attachment; filename="[^"\r\n\\/]*"; filename\*=UTF-8''[\w%.!~-]*$/.test(disposition)
  const isInline = /^inline; filename="[^"\r\n\\/]*"; filename\*=UTF-8''[\w%.!~-]*$/.test(disposition)
  const path = new URL(url).pathname
  return Object.entries({
    'not served': response.status === 200,
    'other bytes': served.equals(bytes),
    'a guessed type': header('x-content-type-options') === 'nosniff',
    'no sandbox':
      /default-src 'none'/.test(policy) && /(?:^|; )sandbox$/.test(policy) && !/script/.test(policy),
    'a type that runs': isInline ? SHOWN.includes(type) : type === 'application/octet-stream',
    'a disposition that can be misread': isAttachment || isInline,
    'a name that climbs': !/\.\.|%2e%2e|%2f|%5c|\\/i.test(path) && path.split('/').length === 4,
    'an injected header': header('x-injected') === '',
  }).flatMap(([violation, isRight]) => (isRight ? [] : [violation]))
}

it('is served unchanged, and never runs', async () => {
  const tally = new Tally('polyglot uploads and names')
  const wrong: unknown[] = []
  for (const file of UPLOADS) {
    const { data, errors } = await upload(file)
    const { uploadFile } = (data ?? {}) as { uploadFile?: { url: string } | null }
    if (!uploadFile) {
      const code = errors?.[0]?.extensions?.['code']
      if (code !== 'BAD_USER_INPUT') wrong.push({ what: file.what, errors })
      tally.add('refused')
      continue
    }
    const violations = await violationsOf(uploadFile.url, file)
    if (violations.length > 0) wrong.push({ what: file.what, violations })
    tally.add('served harmless')
  }
  expect(wrong).toEqual([])
  expect(tally.count('served harmless')).toBeGreaterThan(40)
  const folders = readdirSync(join(server.dataDir, 'files'), { recursive: true }).map(String)
  expect(folders.filter((name) => !/^[0-9a-f]{2}(\/[0-9a-f]{64}-[\w-]+)?$/.test(name))).toEqual([])
  tally.tell()
})

it('is refused when it is larger than it may be, by a byte too, however its size is disguised', async () => {
  const limit = 10 * MIB
  const over = await upload({ bytes: Buffer.alloc(limit + 1), filename: 'a', contentType: 'text/plain' })
  expect(over.errors?.[0]?.extensions).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    details: { value: limit, asked: limit + 1 },
  })
  const spread = Buffer.alloc(limit + 1)
    .toString('base64')
    .replace(/.{1000}/g, '$&\n')
  const disguised = await server.graphql(UPLOAD, {
    input: { file: spread, filename: 'a', contentType: 'a/b' },
  })
  expect(disguised.errors?.[0]?.extensions?.['code']).toMatch(/^(?:PAYLOAD_TOO_LARGE|BAD_USER_INPUT)$/)
  expect(
    (await upload({ bytes: Buffer.alloc(limit), filename: 'a', contentType: 'a/b' })).errors,
  ).toBeUndefined()
})

it('is fetched by no other path than its own', async () => {
  for (const path of ['..%2f', '%2e%2e/', '..;/', '.%00./', '....//', '%252e%252e%252f', '\\..\\', '/']) {
    const { status } = await ask(`${server.url}/files/${path}dropkit.db`)
    expect({ path, status }).toEqual({ path, status: 404 })
  }
})
