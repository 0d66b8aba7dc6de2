// With the dark theme chosen, a page must not flash in light colors: the choice applies before the page's scripts load.
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser } from './browser-world.ts'

inBrowser('the colours that a visitor chose', (world) => {
  // The modules of the pages are blocked.
  beforeEach(() => world.allowProblems())

  beforeAll(() => createDrop(world.server, { title: 'Gold', shortcode: 'gold' }))

  it.each(['/d/gold', '/dashboard'])('hold on %s before any module has run', async (path) => {
    const { page, context } = await world.visit({ scheme: 'light' })
    await context.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
    await page.route('**/assets/*.js', (route) =>
      route.request().url().includes('chosen-colours') ? route.continue() : route.fulfill({ body: '' }),
    )
    await page.goto(path)
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  it('are set by a script with a content hash in its name', async () => {
    const html = await (await fetch(`${world.server.url}/d/gold`)).text()
    expect(html).toMatch(/<script src="\/assets\/chosen-colours-[\w-]{8}\.js"/)
  })
})
