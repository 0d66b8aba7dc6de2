// A real browser on the pages of a real server, with SQLite and the fake chain.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { buildWebWhenDue } from '../../tools/build-web-when-due.mjs'
import { type Environment, startServer, type TestServer } from '../support/server.ts'
import { type Chromium, findChromium, launchChromium } from './find-chromium.ts'

export type Device = 'desktop' | 'phone'

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
}

export interface BrowserWorld {
  readonly server: TestServer
  /**
   * Opens a new browser context for one person, which is closed after the test. An invisible problem on its pages (a console
   * error, a violation of the content security policy, a request to another host) makes the test fail.
   */
  visit(as?: {
    readonly device?: Device
    readonly scheme?: 'light' | 'dark'
    readonly locale?: string
    readonly saved?: Readonly<Record<string, unknown>>
  }): Promise<Visit>
  /** Accepts the invisible problems of this test. */
  allowProblems(): void
}

export const VIEWPORTS = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } }
const root = fileURLToPath(new URL('../..', import.meta.url))
const screensFolder = join(root, 'reports', 'screens')

let runningBrowser: Browser | undefined

/** The browser of this process. All its test files share it, because a start takes seconds. */
async function sharedBrowser(found: Chromium): Promise<Browser> {
  if (!runningBrowser?.isConnected()) runningBrowser = await launchChromium(found)
  return runningBrowser
}

/** Runs the tests of `define` with a browser. If the machine has none, they are skipped, and the title says why. */
export function withBrowser(title: string, define: (launched: { readonly browser: Browser }) => void): void {
  const found = findChromium()
  const reason = found ? '' : ' (no Chromium, Chrome or Edge on this machine: set CHROMIUM_PATH)'
  describe.skipIf(!found)(`${title}${reason}`, () => {
    let browser: Browser
    beforeAll(async () => {
      if (found) browser = await sharedBrowser(found)
    })
    afterAll(async () => {
      for (const context of browser?.contexts() ?? []) await context.close()
    })
    define({
      get browser() {
        return browser
      },
    })
  })
}

/** Runs the tests of `define` with a browser and one server with these settings. */
export function inBrowser(
  title: string,
  define: (world: BrowserWorld) => void,
  settings: Environment = {},
): void {
  withBrowser(title, (launched) => {
    let server: TestServer
    const problems: string[] = []
    const contexts: BrowserContext[] = []
    let areAllowed = false

    beforeAll(async () => {
      if ((await buildWebWhenDue(root)) !== 0) throw new Error('The web pages cannot be built')
      server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0', ...settings } })
    })
    afterAll(() => server?.stop())
    beforeEach(() => {
      contexts.length = 0
      areAllowed = false
    })
    afterEach(async () => {
      for (const context of contexts) await context.close()
      const found = problems.splice(0)
      if (!areAllowed) expect(found).toEqual([])
    })

    define({
      get server() {
        return server
      },
      async visit({ device = 'desktop', scheme = 'light', locale = 'en-GB', saved = {} } = {}) {
        const context = await launched.browser.newContext({
          baseURL: server.url,
          viewport: VIEWPORTS[device],
          hasTouch: device === 'phone',
          colorScheme: scheme,
          locale,
          timezoneId: 'Europe/Berlin',
          reducedMotion: 'reduce',
        })
        contexts.push(context)
        context.setDefaultTimeout(30_000)
        await context.addInitScript((entries) => {
          for (const [place, value] of Object.entries(entries))
            if (localStorage.getItem(place) === null) localStorage.setItem(place, JSON.stringify(value))
        }, saved)
        await context.addInitScript({ content: REPORT_TECHNICAL_TEXT })
        const page = await context.newPage()
        listenForErrors(page, server.url, (error) =>
          problems.push(`${new URL(page.url()).pathname}: ${error}`),
        )
        return { page, context }
      },
      allowProblems() {
        areAllowed = true
      },
    })
  })
}

/**
 * Runs in each page. Reports text that was written for programmers (by Move, GraphQL or JavaScript) and is shown to a
 * person. Code samples and the explorer may contain such text.
 */
const REPORT_TECHNICAL_TEXT = String.raw`
const technical =
  /\bE[A-Z][A-Za-z]+: |MoveAbort|Variable "\$|Cannot query field|\[object |\bNaN\b|Invalid Date|is not a function|Cannot read prop/
const look = (node) => {
  const parent = node instanceof Element ? node : node.parentElement
  if (parent?.closest('code, pre, script, style, textarea, .graphiql-container')) return
  if (technical.test(node.textContent)) console.error('shows technical text: ' + node.textContent.slice(0, 200))
}
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) look(node)
}).observe(document, { childList: true, characterData: true, subtree: true })`

function listenForErrors(page: Page, url: string, report: (error: string) => void): void {
  const own = [url, url.replace('http', 'ws'), 'data:', 'blob:', 'about:']
  page.on('console', (message) => {
    // A page about a missing object has the status 404 itself.
    const isOfMissingPage = message.location().url === page.url() && message.text().includes('404')
    if (['error', 'warning'].includes(message.type()) && !isOfMissingPage) report(message.text())
  })
  page.on('pageerror', (error) => report(error.stack ?? error.message))
  page.on('request', (request) => {
    if (!own.some((start) => request.url().startsWith(start))) report(`asks ${request.url()}`)
  })
}

/** Saves a screenshot for people to look at, as reports/screens/<name>.png. `npm run screens` turns this on. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['KEEP_SCREENS'] !== '1') return
  mkdirSync(screensFolder, { recursive: true })
  await page.screenshot({ path: join(screensFolder, `${name}.png`), fullPage: true })
}

/** The browser storage of a creator who is signed in to the dashboard with this API key. */
export const signedInBy = (apiKey: string) => ({
  'dropkit.dashboard': { secret: apiKey, expiresAt: null, walletAddress: null },
})

/** Connects a new test wallet and returns its address. */
export async function connectNewWallet(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /test wallet$/ }).click()
  const wallet = page.getByRole('button', { name: /^Wallet 0x/ })
  await wallet.waitFor()
  return addressOf(page)
}

/** The address of the test wallet that was created last on this page. */
export async function addressOf(page: Page): Promise<string> {
  const accounts: { readonly address: string }[] = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('dropkit.development-wallet') ?? '[]'),
  )
  const address = accounts.at(-1)?.address
  if (address === undefined) throw new Error('the test wallet has no account')
  return address
}

/** Continues from the price of a new drop to its review, with everything as it is suggested. */
export async function continueToReview(page: Page): Promise<void> {
  for (const suggested of ['Free', 'At once', 'Anyone, also through apps']) {
    await page.getByRole('radio', { name: suggested }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
  }
}

/** Returns the secret that a dialog shows once, and confirms that it is saved. */
export async function saveShownSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = await dialog.getByTestId('secret').locator('code').textContent()
  await dialog.getByRole('checkbox', { name: 'I saved it in a safe place' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return secret ?? ''
}

/** Adds a virtual passkey device that confirms every request of a page, or of a frame from another site. */
export async function addPasskeyDevice(context: BrowserContext, place: Page | Frame): Promise<void> {
  const session = await context.newCDPSession(place)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
