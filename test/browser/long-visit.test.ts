// A page that stays open longer than its first token is valid.
import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser, signedInBy } from './browser-world.ts'

inBrowser('a page that is open for long', (world) => {
  beforeAll(() => createDrop(world.server, { title: 'Slow rain', shortcode: 'slow-rain' }))

  it('asks for another token, and for the time, before anything else once the machine wakes up', async () => {
    const { page, context } = await world.visit()
    await page.goto('/d/slow-rain')
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.waitForLoadState('networkidle')

    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
    })
    const time = page.waitForResponse(
      (response) => response.request().postData()?.includes('ServiceTime') === true,
    )
    // The machine's clock has advanced, but the page's monotonic clock has not, as after sleep mode.
    await page.evaluate(`{
      const now = Date.now
      Date.now = () => now() + 13 * 3_600_000
      document.dispatchEvent(new Event('visibilitychange'))
    }`)
    expect((await time).status()).toBe(200)
    expect(asked[0]).toBe('/auth/visit')
    await context.close()
    world.assertQuiet()
  })
  it('signs out without an error in the console while its socket still connects', async () => {
    const dropId = await createDrop(world.server)
    const { page, context } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    let refuse: (() => Promise<void>) | undefined
    await page.routeWebSocket('**/graphql', (socket) => {
      refuse = () => socket.close({ code: 4403, reason: 'Forbidden' })
    })
    await page.goto(`/dashboard/drops/${dropId}`)
    await expect.poll(() => refuse !== undefined, { timeout: 20_000 }).toBe(true)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Continue with a wallet' }).waitFor()
    await refuse?.()
    // The browser reports an unhandled rejection before the next frame.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    await context.close()
    world.assertQuiet()
  })
})
