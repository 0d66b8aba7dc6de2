// Real servers over a folder as the build leaves it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/read-config.ts'
import { type RunningServer, startServer } from '../running-server.ts'

const KEY = 'a key of the first administrator'
const SCRIPT = 'export const page = "page"\n'.repeat(100)
const TITLE = `</script><script>alert("1")</script> & 'more' $& __NONCE__ <!--page-->`
const WALLET = `0x${'5'.repeat(64)}`

const template = (name: string) => `<!doctype html>
<html lang="en"><head><meta property="csp-nonce" nonce="__NONCE__">
<!--page-->
<link rel="stylesheet" href="/assets/${name}-1.css" nonce="__NONCE__"></head><body></body></html>
`

function buildPages(folder: string): void {
  const assets = join(folder, 'assets')
  mkdirSync(assets, { recursive: true })
  for (const name of ['dashboard', 'claim', 'pay', 'verify', 'explorer'])
    writeFileSync(join(folder, `${name}.html`), template(name))
  writeFileSync(join(assets, 'claim-1.js'), SCRIPT)
  writeFileSync(join(assets, 'claim-1.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(assets, 'claim-1.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(assets, 'small-1.css'), 'a{}')
  writeFileSync(join(assets, 'notes.txt'), 'not for the web')
  writeFileSync(join(folder, 'secret.js'), 'beside the folder')
}

async function start(pagesFolder: string, settings: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-pages-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    BOOTSTRAP_API_KEY: KEY,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const server: RunningServer = await startServer(config.value, () => {}, pagesFolder)
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' })
  return {
    url: server.url,
    get,
    async graphql(query: string, key = KEY, variables: object = {}) {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, variables }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: data has the shape of whatever was asked.
      return (await answer.json()) as { readonly data: any; readonly errors?: unknown }
    },
    async end() {
      await server.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Started = Awaited<ReturnType<typeof start>>

async function createDrop({ graphql }: Started, input: object): Promise<{ id: string; shortcode: string }> {
  const token = await graphql(
    'mutation { createToken(input: { name: "P", symbol: "P", supply: "1000000" }) { id } }',
  )
  const given = {
    title: 'Rain',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '1000',
    tokenAmount: '10',
    existingTokenId: token.data.createToken.id,
    ...input,
  }
  const query = 'mutation ($input: CreateDropInput!) { createDrop(input: $input) { id shortcode } }'
  return (await graphql(query, KEY, { input: given })).data.createDrop
}

/** The nonce of a page, and what its script begins with. */
async function read(response: Response) {
  const html = await response.text()
  const [, text = ''] = /<script type="application\/json" id="page">([^<]*)<\/script>/.exec(html) ?? []
  return {
    html,
    data: JSON.parse(text),
    policy: response.headers.get('content-security-policy') ?? '',
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    meta: (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1],
  }
}

let pages: string
let server: Started
let drop: { id: string; shortcode: string }
let draft: { id: string; shortcode: string }
let payment: { id: string; intentId: string }

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'dropkit-built-pages-'))
  buildPages(pages)
  server = await start(pages, { WEB_IMAGE_ORIGINS: 'https://images.example,https://more.example' })
  drop = await createDrop(server, {
    title: TITLE,
    description: `Take\nsome. ${'More words. '.repeat(50)}`,
    imageUrl: '/files/file_1/rain.png',
  })
  draft = await createDrop(server, { title: 'Not yet', status: 'DRAFT', shortcode: 'not-yet' })
  const { id: dropId } = await createDrop(server, { title: 'Gold', price: 1.5, supply: 10 })
  const create = `mutation { createPaymentIntent(input: {
    dropId: "${dropId}", walletAddress: "${WALLET}", paymentMethod: "sui" }) { id intentId } }`
  payment = (await server.graphql(create)).data.createPaymentIntent
})
afterAll(async () => {
  await server?.end()
  rmSync(pages, { recursive: true, force: true })
})

describe('every page', () => {
  const paths = () => [
    '/dashboard',
    '/dashboard/drops/1',
    `/d/${drop.shortcode}`,
    `/pay/${payment.intentId}`,
    `/verify/${drop.id}`,
    '/d/unknown',
  ]

  it('has a nonce of its own, which its policy names, and is never kept', async () => {
    const nonces = new Set<string>()
    for (const path of [...paths(), ...paths()]) {
      const response = await server.get(path)
      const { html, data, policy } = await read(response)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(policy).toContain(`style-src 'self' 'nonce-${data.nonce}'`)
      expect(html.split(`nonce="${data.nonce}"`).length).toBe(3)
      nonces.add(data.nonce)
    }
    expect(nonces.size).toBe(2 * paths().length)
  })

  it('runs nothing but what it was built with, and asks nobody but this server', async () => {
    const { policy, data } = await read(await server.get('/dashboard'))
    expect(data.imageOrigins).toEqual(['https://images.example', 'https://more.example'])
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${data.nonce}'`,
      "img-src 'self' data: blob: https://images.example https://more.example",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ])
  })

  it('is told what the server is', async () => {
    const { data } = await read(await server.get('/dashboard'))
    expect(data).toMatchObject({ visitor: null, chain: 'fake', network: null, publicUrl: server.url })
    expect(Math.abs(Date.parse(data.now) - Date.now())).toBeLessThan(60_000)
  })

  it('answers HEAD as it would GET', async () => {
    const head = await fetch(`${server.url}/d/${drop.shortcode}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

describe('the page of a drop', () => {
  it('says of itself what the drop says, and lets none of it become part of the page', async () => {
    const { html, title, meta } = await read(await server.get(`/d/${drop.shortcode}`))
    const shown = `&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39; $&amp; __NONCE__ &lt;!--page--&gt;`
    expect([title, meta('og:title'), meta('twitter:title')]).toEqual([shown, shown, shown])
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(meta('og:description')).toMatch(/^Take some\. More words\. .{100,200}…$/)
    expect(meta('og:image')).toBe(`${server.url}/files/file_1/rain.png`)
    expect(meta('og:url')).toBe(`${server.url}/d/${drop.shortcode}`)
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect(meta('robots')).toBeUndefined()
  })

  it('is found by its code in any case, and by its id', async () => {
    for (const name of [drop.shortcode.toUpperCase(), drop.id])
      expect((await server.get(`/d/${name}`)).status).toBe(200)
  })

  it('gives its script a visitor’s token', async () => {
    const { data } = await read(await server.get(`/d/${drop.shortcode}`))
    const asked = await server.graphql(`{ drop(id: "${drop.id}") { id } }`, data.visitor.token)
    expect(asked.data).toEqual({ drop: { id: drop.id } })
    expect(Date.parse(data.visitor.expiresAt)).toBeGreaterThan(Date.parse(data.now))
  })

  it('is the same page, and says nothing, where there is none or a draft', async () => {
    for (const name of ['unknown', draft.shortcode, draft.id, `drop_${'0'.repeat(32)}`, '%00', 'a b']) {
      const response = await server.get(`/d/${name}`)
      const { html, title, meta, data } = await read(response)
      expect([response.status, title, meta('robots')]).toEqual([404, 'No such drop', 'noindex'])
      expect(html).not.toContain('Not yet')
      expect(data.visitor.token).toMatch(/^dv_/)
    }
  })
})

describe('the page of a payment', () => {
  it('is for those who have its link, and its token follows that payment', async () => {
    const { title, meta, data } = await read(await server.get(`/pay/${payment.intentId}`))
    expect([title, meta('robots')]).toEqual(['Pay 1.5 SUI', 'noindex'])
    const query = `{ paymentIntent(id: "${payment.intentId}") { id } }`
    expect((await server.graphql(query, data.visitor.token)).data.paymentIntent).toEqual({ id: payment.id })
    const { data: other } = await read(await server.get(`/d/${drop.shortcode}`))
    expect((await server.graphql(query, other.visitor.token)).data.paymentIntent).toBeNull()
  })

  it('says so where there is none', async () => {
    for (const id of [`pi_${'0'.repeat(32)}`, 'pi_1', '%252e', payment.id]) {
      const response = await server.get(`/pay/${id}`)
      expect([response.status, (await read(response)).title]).toEqual([404, 'No such payment'])
    }
  })
})

it('the page of a draw is about its drop', async () => {
  const found = await server.get(`/verify/${drop.id}`)
  expect([found.status, (await read(found)).title]).toEqual([200, expect.stringContaining('check the draw')])
  expect((await server.get(`/verify/${draft.id}`)).status).toBe(404)
})

it('the first page is the dashboard', async () => {
  const response = await server.get('/')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard'])
})

describe('the explorer', () => {
  it('stands at the address of the API, for browsers', async () => {
    for (const path of ['/graphql', '/graphql?explorerIsOpen=true']) {
      const response = await server.get(path, { accept: 'text/html,*/*;q=0.8' })
      const { title, policy, data } = await read(response)
      expect([response.status, title, data.visitor]).toEqual([200, 'Dropkit explorer', null])
      expect(policy).toContain("style-src 'self' 'unsafe-inline';")
      expect(policy).toContain("worker-src 'self' blob:")
    }
    expect((await server.get('/graphql', { accept: 'application/json' })).status).toBe(401)
  })
})

describe('what pages load', () => {
  // What fetch unpacks by itself shows its length no more.
  const load = (encoding: string) => server.get('/assets/claim-1.js', { 'accept-encoding': encoding })

  it('may be kept for ever, and comes as small as the browser can read it', async () => {
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

describe('a server', () => {
  it('whose pages are not built says how to build them, and does everything else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dropkit-no-pages-'))
    const bare = await start(join(folder, 'nothing'))
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
    const bare = await start(pages, { WEB: '0' })
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
    const strict = await start(pages, { RATE_LIMIT_PER_MINUTE: '2' })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 3; n++) statuses.push((await strict.get('/d/x')).status)
      expect(statuses).toEqual([404, 404, 429])
    } finally {
      await strict.end()
    }
  })
})
