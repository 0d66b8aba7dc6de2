import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { StartUpError } from '../start-up.ts'
import {
  type ClosableFiles,
  createDiskContent,
  createFiles,
  decodeBase64,
  makeFolder,
  mediaTypeOf,
} from './content-store.ts'
import { createS3Content } from './s3-content.ts'

describe('contents of files', () => {
  const endings: (() => void)[] = []
  afterEach(() => {
    for (const end of endings.splice(0).reverse()) end()
  })

  const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

  async function collect(pieces: AsyncIterable<Uint8Array> | undefined): Promise<Buffer | undefined> {
    if (pieces === undefined) return undefined
    const all: Uint8Array[] = []
    for await (const piece of pieces) all.push(piece)
    return Buffer.concat(all)
  }

  function onDisk() {
    const root = join(mkdtempSync(join(tmpdir(), 'dropkit-files-')), 'files')
    endings.push(() => rmSync(root, { recursive: true, force: true }))
    return { root, files: createFiles(createDiskContent(root)) }
  }

  /** A minimal S3 server: objects by path. It only checks that credentials are present. */
  async function inBucket() {
    const objects = new Map<string, Buffer>()
    const server: Server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      const { method, url = '' } = request
      const [path = ''] = url.split('?')
      if (!/Credential=test-id\//.test(request.headers.authorization ?? ''))
        return response.writeHead(403).end()
      if (method === 'PUT') {
        objects.set(path, body)
        return response.writeHead(200, { etag: '"1"' }).end()
      }
      if (method === 'DELETE') {
        objects.delete(path)
        return response.writeHead(204).end()
      }
      const found = objects.get(path)
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      if (found && to !== undefined) {
        const part = found.subarray(Number(from), Number(to) + 1)
        const range = `bytes ${from}-${to}/${found.length}`
        return response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part)
      }
      if (found) return response.writeHead(200, { 'content-length': found.length }).end(found)
      return response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const content = await createS3Content({
      bucket: 'drops',
      region: 'us-east-1',
      prefix: 'files/',
      pathStyle: true,
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'test-id', secretAccessKey: 'test-secret' },
    })
    endings.push(
      () => server.close(),
      () => content.close(),
    )
    return { objects, files: createFiles(content) }
  }

  const kinds: readonly [string, () => Promise<{ files: ClosableFiles }>][] = [
    ['a folder', async () => onDisk()],
    ['a bucket', inBucket],
  ]

  describe.each(kinds)('files in %s', (_name, open) => {
    it('are given back as they were put, however large', async () => {
      const { files } = await open()
      for (const size of [0, 1, 65_536, 300_001]) {
        const bytes = new Uint8Array(size).map((_, index) => (index * 31) % 251)
        await files.put(hashOf(bytes), bytes)
        expect((await collect(await files.read(hashOf(bytes))))?.equals(bytes)).toBe(true)
      }
    })

    it('give back a range of the bytes', async () => {
      const { files } = await open()
      const bytes = randomBytes(300_000)
      await files.put(hashOf(bytes), bytes)
      for (const [from, to] of [
        [299_999, 299_999],
        [65_535, 65_536],
        [10, 250_000],
      ] as const) {
        const pieces: Uint8Array[] = []
        for await (const piece of (await files.read(hashOf(bytes), { from, to })) ?? []) pieces.push(piece)
        expect(Buffer.concat(pieces).equals(bytes.subarray(from, to + 1))).toBe(true)
      }
    })

    it('may be put again, by several at once, and removed again', async () => {
      const { files } = await open()
      const bytes = Buffer.from('the same')
      await Promise.all(Array.from({ length: 8 }, () => files.put(hashOf(bytes), bytes)))
      expect(await collect(await files.read(hashOf(bytes)))).toEqual(bytes)
      await files.remove(hashOf(bytes))
      await files.remove(hashOf(bytes))
      expect(await files.read(hashOf(bytes))).toBeUndefined()
      await files.put(hashOf(bytes), bytes)
      expect(await collect(await files.read(hashOf(bytes)))).toEqual(bytes)
    })

    it('are not there when they never were', async () => {
      const { files } = await open()
      expect(await files.read('a'.repeat(64))).toBeUndefined()
    })

    it('may have names of their own for the same bytes', async () => {
      const { files } = await open()
      const bytes = Buffer.from('twice')
      const names = [
        hashOf(bytes),
        `${hashOf(bytes)}-${'0'.repeat(32)}`,
        `${hashOf(bytes)}-${'f'.repeat(32)}`,
      ]
      for (const name of names) await files.put(name, bytes)
      await files.remove(names[1] ?? '')
      expect(await Promise.all(names.map(async (name) => collect(await files.read(name))))).toEqual([
        bytes,
        undefined,
        bytes,
      ])
    })

    it.each([
      '../../etc/passwd',
      '',
      'A'.repeat(64),
      `${'a'.repeat(63)}/`,
      `${'a'.repeat(64)}-`,
      `${'a'.repeat(64)}-${'0'.repeat(31)}/`,
      `${'a'.repeat(64)}-${'0'.repeat(33)}`,
    ])('have no name but such a one: %j', async (name) => {
      const { files } = await open()
      await expect(files.read(name)).rejects.toThrow('invariant')
      await expect(files.put(name, new Uint8Array())).rejects.toThrow('invariant')
      await expect(files.remove(name)).rejects.toThrow('invariant')
    })
  })

  describe('files in a folder', () => {
    it('leave no draft behind', async () => {
      const { root, files } = onDisk()
      const bytes = Buffer.from('whole')
      await Promise.all(Array.from({ length: 5 }, () => files.put(hashOf(bytes), bytes)))
      expect(readdirSync(root)).toEqual([hashOf(bytes).slice(0, 2)])
    })
  })

  it('in a bucket have the names that are configured', async () => {
    const { objects, files } = await inBucket()
    const bytes = Buffer.from('named')
    await files.put(hashOf(bytes), bytes)
    expect([...objects.keys()]).toEqual([`/drops/files/${hashOf(bytes)}`])
  })

  it('in a bucket that does not answer in time are an error', async () => {
    const server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const content = await createS3Content({
      bucket: 'drops',
      region: 'us-east-1',
      prefix: '',
      pathStyle: true,
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'test-id', secretAccessKey: 'test-secret' },
      requestTimeoutMs: 50,
    })
    endings.push(
      () => server.close(),
      () => content.close(),
    )
    await expect(content.read('a'.repeat(64))).rejects.toThrow('50 ms')
  })

  let place: string
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'dropkit-folder-'))
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))

  test('a folder is made with those above it, for its owner alone, and stays as it is after', () => {
    const path = join(place, 'a', 'b')
    for (let times = 0; times < 2; times++) makeFolder(path)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
  })

  test('a folder that cannot be made is refused in words that name the setting', () => {
    writeFileSync(join(place, 'file'), '')
    expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(StartUpError)
    expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(/cannot be made \(DATA_DIR, DATABASE_URL\)/)
  })

  test.runIf(existsSync('/proc'))('a folder under /proc is refused, and not tried for ever', () => {
    expect(() => makeFolder('/proc/dropkit/data')).toThrow(/\/proc\/dropkit cannot be made/)
  })
})

describe('base64', () => {
  it('is read with either alphabet, padded or not, in lines or in one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, inLines) => {
        const padded = Buffer.from(bytes).toString('base64')
        const forms = [padded, padded.replace(/=+$/, ''), Buffer.from(bytes).toString('base64url')]
        for (const form of forms) {
          const text = inLines ? form.replace(/(.{76})/g, '$1\r\n') : form
          expect(await decodeBase64(text)).toEqual(new Uint8Array(bytes))
        }
      }),
    )
  })

  it.each([
    'a',
    'abcde',
    'ab=',
    'ab===',
    'abc==',
    'ab==cd',
    'a!cd',
    'äbcd',
    '====',
    'ab==\u0000',
    'aGk\u00a0=',
  ])('is not %j', async (text) => {
    expect(await decodeBase64(text)).toBeUndefined()
  })

  it('is not accepted if it is cut off within a byte', async () => {
    expect(await decodeBase64('aGk=')).toEqual(new Uint8Array(Buffer.from('hi')))
    expect(await decodeBase64('aGl=')).toBeUndefined()
    expect(await decodeBase64('aH==')).toBeUndefined()
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('base64 of ten megabytes', () => {
  const bytes = Buffer.alloc(10 * 1024 * 1024, 'dropkit')
  const text = bytes.toString('base64')

  it('is read whole', async () => {
    expect(Buffer.compare(Buffer.from((await decodeBase64(text)) ?? []), bytes)).toBe(0)
    expect(await decodeBase64(`${text.slice(0, 9_000_000)}!${text.slice(9_000_001)}`)).toBeUndefined()
    expect(await decodeBase64(`${text.slice(0, 65_536)}=${text.slice(65_537)}`)).toBeUndefined()
  })

  it('yields to other work, also with a blank after every digit', async () => {
    for (const form of [text, `${text.slice(0, 7_000_000).replaceAll(/./g, '$& ')}`]) {
      let turns = 0
      const counting = setInterval(() => turns++, 0)
      await decodeBase64(form)
      clearInterval(counting)
      expect(turns).toBeGreaterThanOrEqual(5)
    }
  })
})

describe('the media type', () => {
  it.each([
    ['image/png', png],
    ['image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['image/webp', Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')],
    ['image/jpeg', Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBD', 'base64')],
    ['image/avif', Buffer.from('AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZg==', 'base64')],
    ['image/avif', Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1miafavif', 'latin1')],
    ['image/heif', Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heicavif', 'latin1')],
    ['image/heif', Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1iavi', 'latin1')],
    ['video/mp4', Buffer.from('AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQy', 'base64')],
  ])('is %s if its bytes say so', async (type, bytes) => {
    expect(await mediaTypeOf(bytes)).toBe(type)
  })

  it('of a text, a page or nothing is none that a browser may show', async () => {
    for (const text of [
      '',
      'hello',
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      '<!doctype html><p>hi',
    ])
      expect([null, 'application/xml', 'image/svg+xml']).toContain(await mediaTypeOf(Buffer.from(text)))
  })

  it('never throws, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, asPng) => {
        const given = asPng ? Buffer.concat([png.subarray(0, 8), bytes]) : bytes
        const type = await mediaTypeOf(given)
        expect(type === null || /^[\w.+-]+\/[\w.+-]+/.test(type)).toBe(true)
      }),
    )
  })
})
