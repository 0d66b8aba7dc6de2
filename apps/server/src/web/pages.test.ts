import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildPages, createDrop, type PagesServer, startWith } from './pages-server.test-data.ts'

const TITLE = `</script><script>alert("1")</script> & 'more' $& __NONCE__ <!--page-->`
const WALLET = `0x${'5'.repeat(64)}`

/** The nonce of a page, and the initial data of its script. */
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
let server: PagesServer
let drop: { id: string; shortcode: string }
let draft: { id: string; shortcode: string }
let payment: { id: string; intentId: string }

beforeAll(async () => {
  pages = buildPages()
  server = await startWith(pages, { WEB_IMAGE_ORIGINS: 'https://images.example,https://more.example' })
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
    '/c/admin',
    `/pay/${payment.intentId}`,
    `/verify/${drop.id}`,
    '/d/unknown',
  ]

  it('has its own nonce, which its policy names, and is never cached', async () => {
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

  it('runs only the scripts of the build, and requests only from this server', async () => {
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

  it('contains the settings of the server', async () => {
    const { data } = await read(await server.get('/dashboard'))
    expect(data).toMatchObject({ visitor: null, chain: 'fake', network: null, publicUrl: server.url })
    expect(Math.abs(Date.parse(data.now) - Date.now())).toBeLessThan(60_000)
  })

  it('answers HEAD as it would GET', async () => {
    const head = await fetch(`${server.url}/d/${drop.shortcode}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

describe('the page of a drop for other sites', () => {
  const SITES = ['https://shop.example', 'http://localhost:5173']
  const setOrigins = (id: string, origins: readonly string[] | null) =>
    server.graphql(
      'mutation ($id: ID!, $origins: [String!]) { updateDrop(id: $id, input: { embedOrigins: $origins }) { embedOrigins } }',
      undefined,
      { id, origins },
    )
  const expectNoFrame = async (path: string, status: number) => {
    const answer = await server.get(path)
    expect(answer.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('x-frame-options'), path).toBe('DENY')
    expect((await read(answer)).data.embedOrigins, path).toEqual([])
    expect(answer.status, path).toBe(status)
  }

  it('can be embedded by the origins of the drop only, is never cached, and is not listed', async () => {
    const { id, shortcode } = await createDrop(server, { title: 'Embedded', embedOrigins: SITES })
    for (const name of [shortcode, id]) {
      const embedded = await server.get(`/embed/${name}`)
      const { data, policy, meta } = await read(embedded)
      expect(embedded.status).toBe(200)
      expect(policy).toContain('; frame-ancestors https://shop.example http://localhost:5173; ')
      expect(embedded.headers.get('x-frame-options')).toBeNull()
      expect(embedded.headers.get('cache-control')).toBe('no-store')
      expect([data.embedOrigins, meta('robots')]).toEqual([SITES, 'noindex'])
    }
    await expectNoFrame(`/d/${shortcode}`, 200)
    await expectNoFrame(`/verify/${id}`, 200)
    await expectNoFrame('/dashboard', 200)
  })

  it('does not exist for drafts, for drops without origins, and after the list is emptied', async () => {
    await setOrigins(draft.id, SITES)
    await expectNoFrame(`/embed/${draft.shortcode}`, 404)
    await expectNoFrame(`/embed/${drop.shortcode}`, 404)
    await expectNoFrame('/embed/unknown', 404)
    for (const none of [[], null]) {
      const { id, shortcode } = await createDrop(server, { title: 'Embedded', embedOrigins: SITES })
      expect((await setOrigins(id, none)).data.updateDrop).toEqual({ embedOrigins: [] })
      await expectNoFrame(`/embed/${shortcode}`, 404)
    }
  })

  it('takes no origin that could change its policy', async () => {
    for (const origin of [
      '*',
      'https://*.example',
      "'self'",
      'https://a.example; script-src *',
      'https://a.example\nx: y',
    ]) {
      const { errors } = await setOrigins(drop.id, ['https://shop.example', origin])
      expect(errors, origin).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', field: 'embedOrigins' } },
      ])
    }
  })
})

describe('the page of a drop', () => {
  it('shows the terms of the drop, and escapes them', async () => {
    const { html, title, meta } = await read(await server.get(`/d/${drop.shortcode}`))
    const shown = `&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39; $&amp; __NONCE__ &lt;!--page--&gt;`
    expect([title, meta('og:title'), meta('twitter:title')]).toEqual([shown, shown, shown])
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(meta('og:description')).toMatch(/^Take some\. More words\. .{100,200}…$/)
    const card = `${server.url}/d/${drop.shortcode}/card.png`
    expect([...html.matchAll(/<meta property="og:image" content="([^"]*)">/g)].map(([, url]) => url)).toEqual(
      [card, `${server.url}/files/file_1/rain.png`],
    )
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect([meta('og:image:alt'), meta('twitter:image')]).toEqual([shown, card])
    expect(meta('og:url')).toBe(`${server.url}/d/${drop.shortcode}`)
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect(meta('robots')).toBeUndefined()
  })

  it('describes a drop without a description, or with an empty one', async () => {
    for (const description of [null, '']) {
      const { shortcode } = await createDrop(server, { title: 'Silver', description })
      const { meta } = await read(await server.get(`/d/${shortcode}`))
      expect(meta('og:description')).toBe('Claim from Silver.')
    }
  })

  it('permits the widget of Turnstile if claims need its check', async () => {
    const keys = { TURNSTILE_SITE_KEY: 'the-widget', TURNSTILE_SECRET_KEY: 'the-secret' }
    const checking = await startWith(pages, keys)
    onTestFinished(() => checking.end())
    const policyOf = async (input: object) => {
      const { shortcode } = await createDrop(checking, input)
      return (await read(await checking.get(`/d/${shortcode}`))).policy
    }
    const widget = 'frame-src https://challenges.cloudflare.com'
    expect(await policyOf({ humanCheck: 'TURNSTILE' })).toContain(widget)
    expect(await policyOf({})).not.toContain(widget)
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

  it('is the same page without terms for a missing drop and for a draft', async () => {
    for (const name of ['unknown', draft.shortcode, draft.id, `drop_${'0'.repeat(32)}`, '%00', 'a b']) {
      const response = await server.get(`/d/${name}`)
      const { html, title, meta, data } = await read(response)
      expect([response.status, title, meta('robots')]).toEqual([404, 'No such drop', 'noindex'])
      expect(html).not.toContain('Not yet')
      expect(data.visitor.token).toMatch(/^dv_/)
    }
  })
})

describe('the share card of a drop', () => {
  it('is a PNG of 1200 × 630 pixels, and is revalidated until it changes', async () => {
    const path = `/d/${drop.shortcode}/card.png`
    const answer = await server.get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const png = Buffer.from(await answer.arrayBuffer())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    const etag = answer.headers.get('etag') ?? ''
    expect((await server.get(path, { 'if-none-match': etag })).status).toBe(304)
    await server.graphql(`mutation { updateDrop(id: "${drop.id}", input: { maxPerWallet: 2 }) { id } }`)
    expect((await server.get(path, { 'if-none-match': etag })).status).toBe(304)
    expect((await server.get(`/d/${drop.id}/card.png`)).headers.get('etag')).toBe(etag)
  })

  it('is missing for a draft and for an unknown drop', async () => {
    for (const name of [draft.shortcode, draft.id, 'unknown', '%00'])
      expect((await server.get(`/d/${name}/card.png`)).status).toBe(404)
  })
})

describe('the page of a creator', () => {
  it('is about the creator, in any case of the name, and has a card', async () => {
    const update = 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { id } }'
    const input = { displayName: '<b>Grace</b>', bio: 'Gives & takes', cover: '/files/file_1/cover.png' }
    await server.graphql(update, undefined, { input })
    for (const name of ['admin', 'ADMIN']) {
      const found = await server.get(`/c/${name}`)
      const { title, meta, html, data } = await read(found)
      expect([found.status, title]).toEqual([200, '&lt;b&gt;Grace&lt;/b&gt;'])
      expect(meta('og:description')).toBe('Gives &amp; takes')
      expect([meta('og:url'), meta('og:image')]).toEqual([
        `${server.url}/c/admin`,
        `${server.url}/c/admin/card.png`,
      ])
      expect(html).toContain(`content="${server.url}/files/file_1/cover.png"`)
      expect(meta('robots')).toBeUndefined()
      const asked = await server.graphql('{ creator(username: "admin") { username } }', data.visitor.token)
      expect(asked.data).toEqual({ creator: { username: 'admin' } })
    }
    const card = await server.get('/c/admin/card.png')
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it.each(['unknown', '%00', 'a b', '..%2fd', 'x'.repeat(99)])(
    'says so where there is none: %s',
    async (name) => {
      const response = await server.get(`/c/${name}`)
      const { title, meta } = await read(response)
      expect([response.status, title, meta('robots')]).toEqual([404, 'No such creator', 'noindex'])
      expect((await server.get(`/c/${name}/card.png`)).status).toBe(404)
    },
  )
})

describe('the page of a payment', () => {
  it('requires the token of its link, and its token follows that payment', async () => {
    const { title, meta, data } = await read(await server.get(`/pay/${payment.intentId}`))
    expect([title, meta('robots')]).toEqual(['Pay 1.5 SUI', 'noindex'])
    const query = `{ paymentIntent(id: "${payment.intentId}") { id } }`
    expect((await server.graphql(query, data.visitor.token)).data.paymentIntent).toEqual({ id: payment.id })
    const { data: other } = await read(await server.get(`/d/${drop.shortcode}`))
    expect((await server.graphql(query, other.visitor.token)).data.paymentIntent).toBeNull()
  })

  it('reports a missing payment', async () => {
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
  it('is served at the address of the API, for browsers', async () => {
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

describe('an address at which there is nothing', () => {
  const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'

  it('shows a browser a page with a way on', async () => {
    const response = await server.get('/nothing', { accept: BROWSER })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain('<a href="/dashboard">')
  })

  it('answers a program in JSON', async () => {
    for (const accept of ['application/json', '*/*']) {
      const response = await server.get('/nothing', { accept })
      expect(await response.json()).toMatchObject({
        code: 'NOT_FOUND',
        error: 'There is nothing at GET /nothing',
      })
    }
  })
})
