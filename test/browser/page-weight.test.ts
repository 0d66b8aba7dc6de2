// Pages must load quickly, on a phone and on a first visit.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { dearerMemoryMs } from '../support/page-fault-cost.ts'
import { inBrowser, signedInBy } from './browser-world.ts'

const READY_WITHIN_MS = 1_000
const READY_ON_SLOW_4G_WITHIN_MS = 2_500
const SLOWDOWN = 4
/** "Slow 4G" of Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const MAX_TRIES = 20
/** Pages of memory that the page's own process writes to for the first time before a drop can be claimed. */
const NEW_MEMORY_PAGES = 20_000
/** The same with a processor that is four times as slow. */
const NEW_MEMORY_PAGES_SLOW = 27_000
const FEWEST_BYTES = 1_000

interface Weight {
  scriptBytes: number
  styleBytes: number
  requests: number
}

/** Measures what a page loads from now on: the compressed bytes of the bodies. */
function weigh(page: Page): () => Promise<Weight> {
  const weight: Weight = { scriptBytes: 0, styleBytes: 0, requests: 0 }
  const measured: Promise<void>[] = []
  page.on('request', () => {
    weight.requests += 1
  })
  page.on('requestfinished', (request) => {
    const add = async () => {
      const { responseBodySize } = await request.sizes()
      if (request.resourceType() === 'script') weight.scriptBytes += responseBodySize
      if (request.resourceType() === 'stylesheet') weight.styleBytes += responseBodySize
    }
    measured.push(add())
  })
  return async () => {
    const { requests } = weight
    await page.waitForLoadState('networkidle')
    await Promise.all(measured)
    return { ...weight, requests }
  }
}

/** Excludes what a page loads a second or more later while idle, so that a slow machine measures the same. */
const WITHOUT_LATER = `const { setTimeout: soon } = window
window.setTimeout = (run, delayMs, ...rest) => (delayMs >= 1000 ? 0 : soon(run, delayMs, ...rest))`

const connectButton = (page: Page) => page.getByRole('button', { name: /connect/i }).first()

inBrowser('the weight of a page', (world) => {
  let dropId: string
  beforeAll(async () => {
    dropId = await createDrop(world.server, { title: 'Gold', shortcode: 'gold' })
  })

  it('is less than 120 KB of scripts and 20 KB of styles in 15 requests before a drop can be claimed', async () => {
    const { page, context } = await world.visit({ device: 'phone' })
    await page.addInitScript(WITHOUT_LATER)
    const weighed = weigh(page)
    await page.goto('/d/gold', { waitUntil: 'commit' })
    await connectButton(page).click({ trial: true })
    const { scriptBytes, styleBytes, requests } = await weighed()
    await context.close()
    console.info(`claim page: ${scriptBytes} bytes of scripts, ${styleBytes} of styles, ${requests} requests`)
    expect(scriptBytes).toBeGreaterThan(FEWEST_BYTES)
    expect(scriptBytes).toBeLessThan(120_000)
    expect(styleBytes).toBeGreaterThan(FEWEST_BYTES)
    expect(styleBytes).toBeLessThan(20_000)
    expect(requests).toBeLessThanOrEqual(15)
    world.assertQuiet()
  })

  it('is less than 250 KB of scripts for a drop in the dashboard', async () => {
    const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.addInitScript(WITHOUT_LATER)
    const weighed = weigh(page)
    await page.goto(`/dashboard/drops/${dropId}`)
    await page.getByRole('heading', { name: 'Claims over time' }).waitFor()
    const { scriptBytes } = await weighed()
    await context.close()
    console.info(`a drop in the dashboard: ${scriptBytes} bytes of scripts`)
    expect(scriptBytes).toBeGreaterThan(FEWEST_BYTES)
    expect(scriptBytes).toBeLessThan(250_000)
  })

  it('lets users claim within a second', async () => {
    const limitMs = READY_WITHIN_MS + dearerMemoryMs(NEW_MEMORY_PAGES)
    let quickestMs = Number.POSITIVE_INFINITY
    // The machine may be busy. A page that is really slow is slow in every attempt.
    for (let tried = 0; tried < MAX_TRIES && quickestMs >= limitMs; tried++) {
      // A new context without a cache, as on a first visit.
      const { page, context } = await world.visit({ device: 'phone' })
      await page.goto('/d/gold', { waitUntil: 'commit' })
      await connectButton(page).click({ trial: true })
      quickestMs = Math.min(quickestMs, await page.evaluate(() => performance.now()))
      await context.close()
    }
    expect(quickestMs).toBeLessThan(limitMs)
  }, 60_000)

  it('lets users claim within 2.5 seconds on slow 4G with a processor four times as slow', async () => {
    const limitMs = READY_ON_SLOW_4G_WITHIN_MS + SLOWDOWN * dearerMemoryMs(NEW_MEMORY_PAGES_SLOW)
    let quickestMs = Number.POSITIVE_INFINITY
    for (let tried = 0; tried < MAX_TRIES && quickestMs >= limitMs; tried++) {
      const { page, context } = await world.visit({ device: 'phone' })
      const tools = await context.newCDPSession(page)
      await tools.send('Network.enable')
      await tools.send('Network.emulateNetworkConditions', SLOW_4G)
      await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await page.goto('/d/gold', { waitUntil: 'commit' })
      await connectButton(page).click({ trial: true })
      const readyMs = await page.evaluate(() => performance.now())
      // The conditions must have been in effect: one round trip for the page, and one for what it loads.
      expect(readyMs).toBeGreaterThan(2 * SLOW_4G.latency)
      quickestMs = Math.min(quickestMs, readyMs)
      await context.close()
    }
    console.info(`usable on slow 4G after ${Math.round(quickestMs)} of ${Math.round(limitMs)} ms`)
    expect(quickestMs).toBeLessThan(limitMs)
  }, 180_000)

  it('of a slow script leaves the outline of the dashboard visible until it has arrived', async () => {
    const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    let arrive: () => void = () => {}
    const scripts = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/assets/dashboard-*.js', async (route) => {
      await scripts
      await route.continue()
    })
    await page.goto('/dashboard', { waitUntil: 'commit' })
    const outline = page.locator('.first-screen i').last()
    await expect.poll(async () => (await outline.boundingBox())?.height, { timeout: 10_000 }).toBe(210)
    arrive()
    await page.getByRole('heading', { name: 'Drops', level: 1 }).waitFor()
    expect(await outline.count()).toBe(0)
    await context.close()
    world.assertQuiet()
  })
})
