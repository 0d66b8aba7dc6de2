// Tabs of one browser share the signed-in user, and pages that stay open renew their visitor token.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { ask } from '../support/http.ts'
import { connectNewWallet, inBrowser, signedInBy } from './browser-world.ts'

const PLACE = 'dropkit.dashboard'

/** Signs in to the dashboard with a wallet, and returns what the browser stores about it. */
async function signInByWallet(page: Page, wallet: 'new' | 'first'): Promise<{ readonly secret: string }> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Continue with a wallet' }).click()
  await page
    .getByRole('button', { name: wallet === 'new' ? /test wallet$/ : /Alice/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Your account/ }).waitFor()
  return page.evaluate((place) => JSON.parse(localStorage.getItem(place) ?? 'null'), PLACE)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

inBrowser('the pages', (world) => {
  describe('two tabs', () => {
    const answerTo = async (secret: string) => {
      const query = '{ me { id } }'
      return (await ask(`${world.server.url}/graphql`, { body: { query }, key: secret })).status
    }

    it('of the dashboard sign out together, and the one that follows signs in with the other', async () => {
      const { page, context } = await world.visit()
      await signInByWallet(page, 'new')
      const other = await context.newPage()
      await other.goto('/dashboard/settings')
      await other.getByRole('heading', { name: 'Profile' }).waitFor()

      await signOut(page)
      await other.getByText('You were signed out in another tab.').waitFor()

      await signInByWallet(page, 'first')
      await other.getByRole('heading', { name: 'Profile' }).waitFor()
    })

    it('show the next creator their own records, and nothing of the previous one', async () => {
      const { page, context } = await world.visit()
      await signInByWallet(page, 'new')
      await page.goto('/dashboard/settings')
      await page.getByRole('textbox', { name: 'Name' }).waitFor()
      const other = await context.newPage()
      await other.goto('/dashboard')
      await other.evaluate(
        ([place, secret]) =>
          localStorage.setItem(place ?? '', JSON.stringify({ secret, expiresAt: null, walletAddress: null })),
        [PLACE, world.server.apiKey],
      )
      await page.getByText('Your user name is admin.').waitFor()
    })

    it('do not sign each other’s users out: the stale one ends its own session alone', async () => {
      const { page: stale, context } = await world.visit()
      // Simulates a suspended tab, which is not notified of changes in the other one.
      await stale.addInitScript("addEventListener('storage', (event) => event.stopImmediatePropagation())")
      const former = await signInByWallet(stale, 'new')
      const other = await context.newPage()
      await other.goto('/dashboard')
      const next = { secret: world.server.apiKey, expiresAt: null, walletAddress: null }
      await other.evaluate(
        ([place, text]) => localStorage.setItem(place ?? '', text ?? ''),
        [PLACE, JSON.stringify(next)],
      )

      const ended = stale.waitForResponse((response) => response.url().endsWith('/auth/end'))
      await signOut(stale)
      await ended
      expect(await answerTo(former.secret)).toBe(401)
      expect(await other.evaluate((place) => localStorage.getItem(place), PLACE)).toBe(JSON.stringify(next))
    })

    it('of a drop lose the wallet together', async () => {
      await createDrop(world.server, { title: 'Two of us', shortcode: 'two-of-us' })
      const { page, context } = await world.visit({ device: 'phone' })
      await page.goto('/d/two-of-us')
      await connectNewWallet(page)
      const other = await context.newPage()
      await other.goto('/d/two-of-us')
      await other.getByRole('button', { name: 'Claim 1 GOLD' }).waitFor()
      await page.getByRole('button', { name: /^Wallet 0x/ }).click()
      await page.getByRole('menuitem', { name: 'Disconnect' }).click()
      await other.getByRole('button', { name: 'Connect wallet' }).waitFor()
    })
  })

  describe('a page that is open for long', () => {
    beforeAll(() => createDrop(world.server, { title: 'Slow rain', shortcode: 'slow-rain' }))

    it('asks for another token, and for the time, before anything else once the machine wakes up', async () => {
      const { page } = await world.visit()
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
    })
    it('signs out without an error in the console while its socket still connects', async () => {
      const dropId = await createDrop(world.server)
      const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
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
    })
  })
})
