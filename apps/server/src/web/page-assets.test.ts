import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPages, createDrop, type PagesServer, SCRIPT, startWith } from './pages-server.test-data.ts'

let pages: string

describe('the assets of pages', () => {
  let server: PagesServer

  beforeAll(async () => {
    pages = buildPages()
    server = await startWith(pages)
  })
  afterAll(async () => {
    await server?.end()
    rmSync(pages, { recursive: true, force: true })
  })

  describe('what pages load', () => {
    // When `fetch` decompresses a response, its content-length is not visible any more.
    const load = (encoding: string) => server.get('/assets/claim-1.js', { 'accept-encoding': encoding })

    it('may be cached forever, and is sent with the best compression that the browser supports', async () => {
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['identity', null],
      ] as const) {
        const response = await load(accepted)
        expect(response.headers.get('content-encoding')).toBe(encoding)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('vary')).toBe('accept-encoding')
        expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
        expect(await response.text()).toBe(SCRIPT)
      }
      const head = await fetch(`${server.url}/assets/claim-1.js`, {
        method: 'HEAD',
        headers: { 'accept-encoding': 'identity' },
      })
      expect(head.headers.get('content-length')).toBe(String(SCRIPT.length))
      const small = await server.get('/assets/small-1.css', { 'accept-encoding': 'br' })
      expect([await small.text(), small.headers.get('content-encoding')]).toEqual(['a{}', null])
    })

    it.each([
      '/assets/unknown-1.js',
      '/assets/notes.txt',
      '/assets/claim-1.js.br',
      '/assets/..%2fsecret.js',
      '/assets/%2e%2e/secret.js',
      '/assets/..%5csecret.js',
      '/assets/claim-1.js%00.js',
      '/assets/',
      '/secret.js',
    ])('is not at %s', async (path) => {
      const response = await server.get(path)
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
    })
  })

  it('views of claim pages are counted, and stored at the latest when the server ends', async () => {
    const pages = buildPages()
    const folder = mkdtempSync(join(tmpdir(), 'dropkit-views-'))
    const first = await startWith(pages, { DATA_DIR: folder })
    const drop = await createDrop(first, { title: 'Seen' })
    const draft = await createDrop(first, { title: 'Not yet', status: 'DRAFT' })
    for (const name of [drop.shortcode, drop.id, draft.id, 'no-such-drop']) await first.get(`/d/${name}`)
    await first.get(`/d/${drop.shortcode}/card.png`)
    await first.end()
    const second = await startWith(pages, { DATA_DIR: folder })
    const viewsOf = async (id: string) =>
      (await second.graphql(`{ dropAnalytics(id: "${id}") { views } }`)).data.dropAnalytics.views
    expect(await viewsOf(drop.id)).toBe(2)
    expect(await viewsOf(draft.id)).toBe(0)
    await second.end()
    for (const made of [pages, folder]) rmSync(made, { recursive: true })
  })
})

describe('a server', () => {
  beforeAll(() => {
    pages = buildPages()
  })
  afterAll(() => rmSync(pages, { recursive: true, force: true }))

  it('without built pages explains how to build them, and serves everything else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dropkit-no-pages-'))
    const bare = await startWith(join(folder, 'nothing'))
    try {
      for (const path of ['/dashboard', '/d/x', '/pay/x', '/verify/x']) {
        const response = await bare.get(path)
        expect([response.status, await response.text()]).toEqual([
          503,
          expect.stringContaining('npm run build:web'),
        ])
      }
      const explorer = await bare.get('/graphql?explorerIsOpen=true')
      expect([explorer.status, await explorer.text()]).toEqual([200, expect.stringContaining('<form')])
      expect((await bare.graphql('{ service { chain } }')).data).toEqual({ service: { chain: 'fake' } })
    } finally {
      await bare.end()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('without WEB has no pages', async () => {
    const bare = await startWith(pages, { WEB: '0' })
    try {
      for (const path of ['/', '/dashboard', '/d/x', '/assets/claim-1.js'])
        expect((await bare.get(path)).status).toBe(404)
      const explorer = await bare.get('/graphql?explorerIsOpen=true')
      expect(await explorer.text()).toContain('<form')
    } finally {
      await bare.end()
    }
  })

  it('counts pages by the address that asks', async () => {
    const strict = await startWith(pages, { RATE_LIMIT_PER_MINUTE: '2' })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 3; n++) statuses.push((await strict.get('/d/x')).status)
      expect(statuses).toEqual([404, 404, 429])
    } finally {
      await strict.end()
    }
  })
})
