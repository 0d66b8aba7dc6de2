// Claims from a drop with Cloudflare Turnstile, with the widget of a stand-in: tokens, timeouts, expired tokens and errors.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWebWhenDue } from '../../tools/build-web-when-due.mjs'
import { ROOT } from '../docs/pages.ts'
import { createDrop, run } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { inBrowser, withBrowser } from './browser-world.ts'
import { type SiteVerify, serveWidget, startSiteVerify, TURNSTILE_SCRIPT } from './turnstile-stand-in.ts'

const SECRET = '1x0000000000000000000000000000000AA'
const IMPOSSIBLE = 'The check that you are not a program cannot be made now.'

withBrowser('a drop with Turnstile', (launched) => {
  let siteVerify: SiteVerify
  let server: TestServer
  let dropId: string

  beforeAll(async () => {
    if ((await buildWebWhenDue(ROOT)) !== 0) throw new Error('The web pages cannot be built')
    siteVerify = await startSiteVerify(SECRET)
    server = await startServer({
      env: {
        RATE_LIMIT_PER_MINUTE: '0',
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET_KEY: SECRET,
        TURNSTILE_VERIFY_URL: siteVerify.url,
      },
    })
    dropId = await createDrop(server, {
      title: 'For people',
      shortcode: 'by-turnstile',
      maxAmount: '100000',
      tokenAmount: '100',
      delivery: 'SERVER',
      humanCheck: 'TURNSTILE',
    })
  })
  afterAll(async () => {
    siteVerify?.stop()
    await server?.stop()
  })

  /** Opens the page in a new browser context, connects a new wallet, and returns the page before the claim. */
  async function open(widget: Parameters<typeof serveWidget>[1]) {
    const context = await launched.browser.newContext({ locale: 'en-GB' })
    context.setDefaultTimeout(15_000)
    await serveWidget(context, widget)
    const page = await context.newPage()
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text())
    })
    await page.goto(`${server.url}/d/by-turnstile`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /test wallet$/ }).click()
    const before = siteVerify.verified.length
    const outcomes = () => siteVerify.verified.slice(before).map(({ success }) => success)
    const end = async () => {
      expect(violations).toEqual([])
    }
    return { page, outcomes, end }
  }

  const claim = (page: Page) => page.getByRole('button', { name: /^Claim/ }).click()
  const isClaimed = (page: Page) => page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
  const countClaims = async () =>
    (
      await run<readonly unknown[]>(
        server,
        'query ($id: ID!) { claims(limit: 200, filter: { dropId: $id }) { id } }',
        { id: dropId },
      )
    ).length

  it('is claimed with a token, and the widget is gone afterwards', async () => {
    const { page, outcomes, end } = await open({})
    await claim(page)
    await isClaimed(page)
    expect(outcomes()).toEqual([true])
    expect(await page.locator('[id^=cf-chl-widget]').count()).toBe(0)
    await end()
  })

  it('is claimed after the widget timed out and started again', async () => {
    const { page, outcomes, end } = await open({ acts: ['timeout'] })
    await claim(page)
    await isClaimed(page)
    expect(outcomes()).toEqual([true])
    await end()
  })

  it('is claimed once with a second token if the first one expired on its way', async () => {
    const before = await countClaims()
    const { page, outcomes, end } = await open({ acts: ['old token'] })
    await claim(page)
    await isClaimed(page)
    expect(outcomes()).toEqual([false, true])
    expect(await countClaims()).toBe(before + 1)
    await end()
  })

  it('is not claimed with expired tokens only, and the page stops after three', async () => {
    const { page, outcomes, end } = await open({ acts: ['old token', 'old token', 'old token'] })
    await claim(page)
    await page.getByText('The check that you are not a program did not pass.').waitFor()
    expect(outcomes()).toEqual([false, false, false])
    await end()
  })

  it.each(['error', 'unsupported'] as const)(
    'says so if the widget reports: %s, and is claimed on the next attempt',
    async (act) => {
      const { page, outcomes, end } = await open({ acts: [act] })
      await claim(page)
      await page.getByText(IMPOSSIBLE).waitFor()
      expect(outcomes()).toEqual([])
      await claim(page)
      await isClaimed(page)
      expect(outcomes()).toEqual([true])
      await end()
    },
  )

  it('says so if the script cannot be loaded, and loads it again on the next attempt', async () => {
    let isDown = true
    const { page, outcomes, end } = await open({ isDown: () => isDown })
    await claim(page)
    await page.getByText(IMPOSSIBLE).waitFor()
    isDown = false
    await claim(page)
    await isClaimed(page)
    expect(outcomes()).toEqual([true])
    await end()
  })

  it('allows the origin of the script on its own page only', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${server.url}${path}`)).headers.get('content-security-policy')
    await createDrop(server, { shortcode: 'without-check' })
    const { origin } = new URL(TURNSTILE_SCRIPT)
    expect(await policyOf('/d/by-turnstile')).toContain(origin)
    expect(await policyOf('/d/without-check')).not.toContain(origin)
  })
})

// Claims from drops with a human check, in a browser. The page creates the proofs itself.

const ADDRESS = `0x${'7'.repeat(64)}`

inBrowser('a drop that checks that claimers are people', (world) => {
  it('is claimed by link with a proof of work that a worker makes', async () => {
    const dropId = await createDrop(world.server, {
      title: 'For people',
      shortcode: 'for-people',
      maxAmount: '1000',
      tokenAmount: '100',
      delivery: 'SERVER',
      isLinkOnly: true,
      humanCheck: 'PROOF_OF_WORK',
    })
    const { urls } = await run<{ urls: [string] }>(
      world.server,
      'mutation($id: ID!) { createClaimLinks(input: { dropId: $id, count: 1 }) { urls } }',
      { id: dropId },
    )
    const { page } = await world.visit({ device: 'phone' })
    const proofs: string[] = []
    page.on('request', (request) =>
      proofs.push(...(request.postData()?.match(/"humanProof":"[^"]+"/g) ?? [])),
    )
    const hasWorker = page.waitForEvent('worker')
    await page.goto(urls[0].replace(/^https?:\/\/[^/]+/, world.server.url))
    await page.getByRole('button', { name: 'Enter an address' }).click()
    await page.getByLabel('Your address').fill(ADDRESS)
    await page.getByRole('button', { name: 'Claim to this address' }).click()
    await hasWorker
    await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    expect(proofs).toHaveLength(1)
  })
})
