// A claim page has to be there at once, on a phone, for somebody who has never seen it.
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser } from './browser-world.ts'

const MOST_SCRIPT_BYTES = 200 * 1024
const READY_WITHIN_MS = 1_000
const MOST_TRIES = 20

inBrowser('the claim page', (world) => {
  beforeAll(() => createDrop(world.server, { title: 'Gold', shortcode: 'gold' }))

  it('brings less than 200 KB of JavaScript, gzipped', async () => {
    const { page, context } = await world.visit({ device: 'phone' })
    const scripts = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        scripts.set(
          response.url(),
          response.body().then((body) => gzipSync(body).length),
        )
    })
    await page.goto('/d/gold')
    await page
      .getByRole('button', { name: /connect/i })
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(scripts.values())
    await context.close()
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_SCRIPT_BYTES)
  })

  it('can be used within a second', async () => {
    let quickestMs = Number.POSITIVE_INFINITY
    // The machine has other things to do as well; a page that is slow is slow every time.
    for (let tried = 0; tried < MOST_TRIES && quickestMs >= READY_WITHIN_MS; tried++) {
      // Nothing is kept from one to the next: each is somebody's first visit.
      const { page, context } = await world.visit({ device: 'phone' })
      await page.goto('/d/gold', { waitUntil: 'commit' })
      await page
        .getByRole('button', { name: /connect/i })
        .first()
        .click({ trial: true })
      quickestMs = Math.min(quickestMs, await page.evaluate(() => performance.now()))
      await context.close()
    }
    expect(quickestMs).toBeLessThan(READY_WITHIN_MS)
  }, 60_000)
})
