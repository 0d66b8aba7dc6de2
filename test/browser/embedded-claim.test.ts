// The claim page inside a page of another site: where it may be shown, what it tells, and that people can claim in it.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWebWhenDue } from '../../tools/build-web-when-due.mjs'
import { ROOT, readPage } from '../docs/pages.ts'
import { createDrop, run } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addPasskeyDevice, withBrowser } from './browser-world.ts'

interface Told {
  readonly type: string
  readonly height?: number
  readonly state?: string
}

const page = readPage('docs/embed.md', readFileSync(join(ROOT, 'docs/embed.md'), 'utf8'))
const snippet = page.blocks.find(({ language }) => language === 'html')?.text ?? ''

const PHONE = { width: 360, height: 740 }

/** Scrolls the parent page to an element of the frame, as a person would. Browsers do not do it for the frame. */
async function scrollTo(parent: Page, element: Locator): Promise<void> {
  await element.waitFor()
  await parent.evaluate(`scrollBy(0, ${((await element.boundingBox())?.y ?? 0) - PHONE.height / 2})`)
}

async function isOnScreen(element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= PHONE.height
}

withBrowser('an embedded claim page', (launched) => {
  let server: TestServer
  const sites: { readonly http: Server; readonly origin: string }[] = []

  beforeAll(async () => {
    if ((await buildWebWhenDue(ROOT)) !== 0) throw new Error('The web pages cannot be built')
    server = await startServer({ env: { WEB: '1', RATE_LIMIT_PER_MINUTE: '0' } })
    for (let site = 0; site < 2; site++) {
      const http = createServer((request, response) => {
        const asked = new URL(request.url ?? '/', 'http://site').searchParams
        const url = asked.get('server') ?? server.url
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        const text = snippet
          .replaceAll('https://drops.example/embed/pepper-for-all', url + (asked.get('path') ?? ''))
          .replace(/\s+allow="[^"]+"/, (allow) => (asked.has('forbidding') ? '' : allow))
          .replaceAll('https://drops.example', url)
        response.end(`<!doctype html><script>
          window.told = []
          addEventListener('message', ({ data }) => told.push(data))
        </script>${text}`)
      }).listen(0, '127.0.0.1')
      await once(http, 'listening')
      sites.push({ http, origin: `http://127.0.0.1:${(http.address() as { port: number }).port}` })
    }
  })
  afterAll(async () => {
    for (const { http } of sites) http.close()
    await server?.stop()
  })

  const newDrop = (shortcode: string) =>
    createDrop(server, {
      shortcode,
      title: 'Pepper for all',
      maxAmount: '1000',
      tokenAmount: '100',
      delivery: 'SERVER',
      embedOrigins: [sites[0]?.origin],
    })
  const open = async (site: number, path: string, more: Readonly<Record<string, string>> = {}) => {
    const parent = await launched.browser.newPage({ viewport: PHONE })
    parent.setDefaultTimeout(15_000)
    await parent.goto(`${sites[site]?.origin}/?${new URLSearchParams({ path, ...more })}`)
    const told = () => parent.evaluate<Told[]>('told')
    const isWhole = async () => {
      const reported = (await told()).flatMap(({ height }) => height ?? []).at(-1)
      return reported === (await parent.evaluate('document.querySelector("iframe").clientHeight'))
    }
    return { parent, frame: parent.frameLocator('iframe'), told, isWhole }
  }

  it('lets people claim on an allowed site, follows its height, and tells the state of the claim', async () => {
    const dropId = await newDrop('embedded')
    const { parent, frame, told, isWhole } = await open(0, '/embed/embedded')
    const connect = frame.getByRole('button', { name: 'Connect wallet' })
    await connect.waitFor()
    await expect.poll(isWhole).toBe(true)
    await scrollTo(parent, connect)
    await connect.click()
    const testWallet = frame.getByRole('button', { name: /test wallet$/ })
    await testWallet.waitFor()
    await expect.poll(() => isOnScreen(testWallet)).toBe(true)
    await testWallet.click()
    const claim = frame.getByRole('button', { name: /^Claim/ })
    await scrollTo(parent, claim)
    await claim.dblclick()
    await frame.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    await expect.poll(async () => (await told()).flatMap(({ state }) => state ?? []).at(-1)).toBe('have')
    await expect.poll(isWhole).toBe(true)
    expect(JSON.stringify(await told())).not.toMatch(/0x[0-9a-f]{64}|claim_|d[sv]_/)
    const claims = await run<unknown[]>(
      server,
      'query ($id: ID!) { claims(filter: { dropId: $id }) { status } }',
      { id: dropId },
    )
    expect(claims).toEqual([{ status: 'CONFIRMED' }])
    await parent.close()
  })

  it('is shown nowhere else, and no other page is shown inside any site', async () => {
    await newDrop('embedded-too')
    await createDrop(server, { shortcode: 'not-embedded' })
    const refused: readonly (readonly [number, string])[] = [
      [1, '/embed/embedded-too'],
      [0, '/embed/not-embedded'],
      [0, '/d/embedded-too'],
      [0, '/dashboard'],
    ]
    for (const [site, path] of refused) {
      const { parent, frame, told } = await open(site, path)
      await expect
        .poll(
          () =>
            parent
              .frames()
              .map((one) => one.url())
              .at(-1),
          { message: path },
        )
        .toMatch(/^chrome-error:/)
      expect(await frame.getByRole('heading').count()).toBe(0)
      expect(await told()).toEqual([])
      await parent.close()
    }
  })

  const claimsOn = (id: string) =>
    run<unknown[]>(server, 'query ($id: ID!) { claims(filter: { dropId: $id }) { status } }', { id })
  /** Browsers allow no passkeys on an IP address. */
  const hostUrl = () => server.url.replace('127.0.0.1', 'localhost')

  it('lets people create a passkey wallet in the frame and claim with it', async () => {
    const dropId = await newDrop('by-passkey')
    const { parent, frame } = await open(0, '/embed/by-passkey', { server: hostUrl() })
    const connect = frame.getByRole('button', { name: 'Connect wallet' })
    await connect.waitFor()
    await addPasskeyDevice(parent.context(), parent.frames().at(-1) ?? parent)
    await scrollTo(parent, connect)
    await connect.click()
    await frame.getByRole('button', { name: 'Create a passkey wallet' }).click()
    const claim = frame.getByRole('button', { name: /^Claim/ })
    await scrollTo(parent, claim)
    await claim.dblclick()
    await frame.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    expect(await claimsOn(dropId)).toEqual([{ status: 'CONFIRMED' }])
    await parent.close()
  })

  it('offers a tab of its own where the site does not let it use passkeys, and says why', async () => {
    const dropId = await newDrop('own-tab')
    const { parent, frame } = await open(0, '/embed/own-tab', { server: hostUrl(), forbidding: '' })
    const connect = frame.getByRole('button', { name: 'Connect wallet' })
    await connect.waitFor()
    await scrollTo(parent, connect)
    await connect.click()
    await frame.getByText('This site may not let the page use passkeys.').waitFor()
    expect(await frame.getByRole('button', { name: 'Create a passkey wallet' }).count()).toBe(0)
    const opened = parent.context().waitForEvent('page')
    await frame.getByRole('link', { name: 'Open in a new tab' }).click()
    const tab = await opened
    await addPasskeyDevice(tab.context(), tab)
    expect(new URL(tab.url()).pathname).toBe('/d/own-tab')
    await tab.getByRole('button', { name: 'Connect wallet' }).click()
    await tab.getByRole('button', { name: 'Create a passkey wallet' }).click()
    await tab.getByRole('button', { name: /^Claim/ }).click()
    await tab.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    expect(await claimsOn(dropId)).toEqual([{ status: 'CONFIRMED' }])
    await tab.close()
    await parent.close()
  })

  it('offers a tab of its own where no wallet for Sui is there, which may appear outside of the frame', async () => {
    await newDrop('no-wallet')
    const { parent, frame } = await open(0, '/about-to-open')
    // Only the pages believe that the chain is Sui. Their wallets are extensions, of which this browser has none.
    await parent.context().route(/\/(embed|d)\/no-wallet$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('"chain":"fake"', '"chain":"sui"')
      await route.fulfill({ response, body })
    })
    await parent.goto(`${sites[0]?.origin}/?path=/embed/no-wallet`)
    const connect = frame.getByRole('button', { name: 'Connect wallet' })
    await connect.waitFor()
    await scrollTo(parent, connect)
    await connect.click()
    await frame.getByText('Some wallets do not appear inside other sites.').waitFor()
    const opened = parent.context().waitForEvent('page')
    await frame.getByRole('link', { name: 'Open in a new tab' }).click()
    const tab = await opened
    expect(new URL(tab.url()).pathname).toBe('/d/no-wallet')
    await tab.getByRole('button', { name: 'Connect wallet' }).click()
    await tab.getByText('No wallet for Sui was found in this browser.').waitFor()
    expect(await tab.getByRole('link', { name: 'Open in a new tab' }).count()).toBe(0)
    await tab.close()
    await parent.close()
  })
})
