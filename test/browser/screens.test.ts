// Every screen: light and dark, on a desktop and on a phone. `npm run screens` saves screenshots.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/drops.ts'
import { walletOf } from '../support/wallet.ts'
import { type BrowserWorld, type Device, inBrowser, keepScreen, signedInBy } from './browser-world.ts'
import { makeSampleDrops, type SampleDrops } from './sample-drops.ts'

type Screen = readonly [name: string, path: (drops: SampleDrops) => string]

const PUBLIC: readonly Screen[] = [
  ['claim', () => '/d/pepper-for-all'],
  ['claim-paid', () => '/d/market-day'],
  ['claim-gated', () => '/d/regulars'],
  ['claim-scheduled', () => '/d/spring-planting'],
  ['claim-paused', () => '/d/rainy-day'],
  ['claim-random-over', () => '/d/lucky-seeds'],
  ['claim-missing', () => '/d/no-such-drop'],
  ['pay-open', ({ pending }) => `/pay/${pending.intentId}`],
  ['pay-paid', ({ bought }) => `/pay/${bought.intentId}`],
  ['pay-missing', () => `/pay/pi_${'0'.repeat(32)}`],
  ['verify', ({ finished }) => `/verify/${finished}?wallet=${walletOf(3).address}`],
  ['verify-fixed-drop', ({ open }) => `/verify/${open}`],
  ['sign-in', () => '/dashboard'],
]

const DASHBOARD: readonly Screen[] = [
  ['drops', () => '/dashboard'],
  ['drop-create', () => '/dashboard/drops/new'],
  ['drop-overview', ({ open }) => `/dashboard/drops/${open}`],
  ['drop-claims', ({ open }) => `/dashboard/drops/${open}/claims`],
  ['drop-payments', ({ paid }) => `/dashboard/drops/${paid}/payments`],
  ['drop-rules', ({ gated }) => `/dashboard/drops/${gated}/rules`],
  ['drop-settings', ({ finished }) => `/dashboard/drops/${finished}/settings`],
  ['tokens', () => '/dashboard/tokens'],
  ['token-create', () => '/dashboard/tokens/new'],
  ['token', ({ tokenId }) => `/dashboard/tokens/${tokenId}`],
  ['webhooks', () => '/dashboard/webhooks'],
  ['webhook', ({ webhookId }) => `/dashboard/webhooks/${webhookId}`],
  ['settings', () => '/dashboard/settings'],
]

/** The screens of a new user: every list is empty. */
const EMPTY: readonly Screen[] = [
  ['drops-empty', () => '/dashboard'],
  ['tokens-empty', () => '/dashboard/tokens'],
  ['webhooks-empty', () => '/dashboard/webhooks'],
]

const DEVICES: readonly Device[] = ['desktop', 'phone']

inBrowser('screens', (world) => {
  let drops: SampleDrops
  let newcomer: string
  beforeAll(async () => {
    drops = await makeSampleDrops(world.server)
    const answer = await world.server.graphql(
      'mutation { createApiKey(input: { name: "The website", project: "Garden" }) { secret } }',
    )
    expect(answer.errors).toBeUndefined()
    newcomer = await signInAs(world, 77)
  })

  describe.each(DEVICES)('on a %s', (device) => {
    it.each([
      ['what anybody may see', PUBLIC, () => ({})],
      ['the dashboard', DASHBOARD, () => signedInBy(world.server.apiKey)],
      ['the dashboard of a newcomer', EMPTY, () => signedInBy(newcomer)],
    ] as const)(
      '%s has no barrier, light or dark, fits, and stays quiet',
      async (_, screens, saved) => {
        const { page, context } = await world.visit({ device, saved: saved() })
        for (const [name, path] of screens) {
          await page.emulateMedia({ colorScheme: 'light' })
          await page.goto(path(drops))
          await settle(page)
          await keepScreen(page, `${name}-${device}-light`)
          expect(await barriersOn(page), name).toEqual([])
          expect(await overhangOf(page), `${name} scrolls sideways`).toBe(0)
          // The same page switches its theme without a reload.
          await page.emulateMedia({ colorScheme: 'dark' })
          await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
          await colourSettled(page)
          await keepScreen(page, `${name}-${device}-dark`)
          expect(await barriersOn(page, ['color-contrast']), `${name}, dark`).toEqual([])
        }
        await context.close()
        world.assertQuiet()
      },
      120_000,
    )
  })
})

const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root'

/** Waits until the heading is visible and nothing is loading. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await eventually(
    () => page.locator(LOADING).count(),
    (count) => count === 0,
  )
  await page.evaluate('document.fonts.ready')
}

/**
 * Waits until color transitions have ended, because contrast is only checked after that. Endless animations are ignored.
 */
const colourSettled = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition)
    .map(({ finished }) => finished))`)

/** The violations of axe's rules: of all rules, or only of the given ones. */
async function barriersOn(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** The number of pixels by which the page is wider than the window. */
const overhangOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Signs in with a new wallet and returns its session. */
async function signInAs({ server }: BrowserWorld, number: number): Promise<string> {
  const { address, sign } = walletOf(number)
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, string>
  }
  const { message = '' } = await post('/auth/challenge', { address })
  const { token = '' } = await post('/auth/verify', { address, signature: await sign(message) })
  return token
}
