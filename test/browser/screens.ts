// Every screen of the pages. The journeys in screens.test.ts open each of them.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { eventually, run, walletOf } from '../support/drops.ts'
import type { TestServer } from '../support/server.ts'
import { signedInBy } from './browser-world.ts'
import { makeSampleDrops, type SampleDrops } from './sample-drops.ts'

type Screen = readonly [name: string, path: (drops: SampleDrops) => string]

const PUBLIC: readonly Screen[] = [
  ['claim', () => '/d/pepper-for-all'],
  ['claim-paid', () => '/d/market-day'],
  ['claim-gated', () => '/d/regulars'],
  ['claim-scheduled', () => '/d/spring-planting'],
  ['claim-paused', () => '/d/rainy-day'],
  ['claim-random-over', () => '/d/lucky-seeds'],
  ['claim-nft', () => '/d/seed-cards'],
  ['claim-lottery', () => '/d/one-seat'],
  ['claim-streak', () => '/d/daily-pepper'],
  ['claim-link-only', () => '/d/by-invitation'],
  ['claim-ended', () => '/d/last-season'],
  ['claim-missing', () => '/d/no-such-drop'],
  ['claim-embedded', () => '/embed/pepper-for-all'],
  ['creator', () => '/c/admin'],
  ['creator-missing', () => '/c/nobody-here'],
  ['pay-open', ({ pending }) => `/pay/${pending.intentId}`],
  ['pay-paid', ({ bought }) => `/pay/${bought.intentId}`],
  ['pay-missing', () => `/pay/pi_${'0'.repeat(32)}`],
  ['verify', ({ finished }) => `/verify/${finished}?wallet=${walletOf(3).address}`],
  ['verify-fixed-drop', ({ open }) => `/verify/${open}`],
  ['explorer', () => '/graphql'],
  ['sign-in', () => '/dashboard'],
]

const DASHBOARD: readonly Screen[] = [
  ['drops', () => '/dashboard'],
  ['drop-create-token', () => '/dashboard/drops/new?step=token'],
  ['drop-create-giveaway', () => '/dashboard/drops/new?step=giveaway'],
  ['drop-create-price', () => '/dashboard/drops/new?step=price'],
  ['drop-create-schedule', () => '/dashboard/drops/new?step=schedule'],
  ['drop-create-access', () => '/dashboard/drops/new?step=access'],
  ['drop-create-review', () => '/dashboard/drops/new?step=review'],
  ['drop-overview', ({ open }) => `/dashboard/drops/${open}/overview`],
  ['drop-overview-draft', ({ draft }) => `/dashboard/drops/${draft}`],
  ['drop-overview-lottery', ({ lottery }) => `/dashboard/drops/${lottery}`],
  ['drop-claims', ({ open }) => `/dashboard/drops/${open}/claims`],
  ['drop-links', ({ linkOnly }) => `/dashboard/drops/${linkOnly}/links`],
  ['drop-payments', ({ paid }) => `/dashboard/drops/${paid}/payments`],
  ['drop-rules', ({ gated }) => `/dashboard/drops/${gated}/rules`],
  ['drop-settings', ({ finished }) => `/dashboard/drops/${finished}/settings`],
  ['drop-missing', () => '/dashboard/drops/no-such-drop'],
  ['drop-preview', ({ draft }) => `/dashboard/drops/${draft}/preview`],
  ['tokens', () => '/dashboard/tokens'],
  ['token-create', () => '/dashboard/tokens/new'],
  ['token', ({ tokenId }) => `/dashboard/tokens/${tokenId}`],
  ['webhooks', () => '/dashboard/webhooks'],
  ['webhook', ({ webhookId }) => `/dashboard/webhooks/${webhookId}`],
  ['unmatched', () => '/dashboard/unmatched'],
  ['settings', () => '/dashboard/settings'],
]

/** The screens of a new user: every list is empty. */
const EMPTY: readonly Screen[] = [
  ['drops-empty', () => '/dashboard'],
  ['drop-create-empty', () => '/dashboard/drops/new'],
  ['tokens-empty', () => '/dashboard/tokens'],
  ['webhooks-empty', () => '/dashboard/webhooks'],
  ['settings-empty', () => '/dashboard/settings'],
]

/** Lists in their other layout. */
const DENSE: readonly Screen[] = [['drops-list', () => '/dashboard']]

export interface People {
  readonly server: TestServer
  readonly drops: SampleDrops
  /** The session of a new user. */
  readonly newcomer: string
}

/** Who sees which screens, and what the browser of this person has stored. */
export const AUDIENCES = [
  ['the public pages', PUBLIC, (_: People) => ({})],
  [
    'the dashboard',
    DASHBOARD,
    ({ server, drops }: People) => ({
      ...signedInBy(server.apiKey),
      [`dropkit.new-drop.${drops.ownerId}`]: drops.draftInWizard,
    }),
  ],
  [
    'the dense dashboard',
    DENSE,
    ({ server }: People) => ({ ...signedInBy(server.apiKey), 'dropkit.drop-layout': 'list' }),
  ],
  ['the dashboard of a newcomer', EMPTY, ({ newcomer }: People) => signedInBy(newcomer)],
] as const

export const pathsOf = (drops: SampleDrops): readonly string[] =>
  [...PUBLIC, ...DASHBOARD].map(([, path]) => path(drops))

const sourceOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const firstGroups = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The paths of all pages, screens, tabs and steps, as the sources define them. */
export function definedPaths(): readonly string[] {
  const pages = firstGroups(
    sourceOf('apps/server/src/web/page-routes.ts'),
    /app\.get(?:<\w+>)?\('([^']+)', (?:publicPage|sendDashboard)/g,
  )
  const screens = firstGroups(
    sourceOf('apps/web/src/dashboard/dashboard-page.tsx'),
    /<Route\s+path="([^"*]+)"/g,
  )
  const tabs = firstGroups(
    sourceOf('apps/web/src/dashboard/drop/drop-screen.tsx'),
    /\{ name: '(\w+)', label/g,
  )
  const steps = firstGroups(sourceOf('apps/web/src/dashboard/create/steps.ts'), /\{ name: '(\w+)', label/g)
  for (const [paths, fewest] of [
    [pages, 7],
    [screens, 11],
    [tabs, 6],
    [steps, 6],
  ] as const)
    if (paths.length < fewest) throw new Error(`Only these paths were found: ${paths}`)
  return [
    ...pages.filter((path) => !path.endsWith('*')),
    ...screens.map((path) => `/dashboard/${path}`),
    ...tabs.map((name) => `/dashboard/drops/:id/${name}`),
    ...steps.map((name) => `/dashboard/drops/new?step=${name}`),
  ]
}

/** Whether an address belongs to a path with parameters such as `:id`. */
export const isOfPath = (address: string, path: string): boolean => {
  const pattern = path.replace('?', '\\?').replaceAll(/:\w+/g, '[^/?]+')
  return new RegExp(`^${pattern}(?:\\?|$)`).test(address)
}

/** Waits until the heading is visible, nothing is loading, and what was loaded is drawn. */
export const settle = (page: Page): Promise<unknown> => page.evaluate(UNTIL_SETTLED)

/** It waits in the page, because each look from outside waits for an answer of the browser. */
const UNTIL_SETTLED = `new Promise((resolve, reject) => {
  const LIMIT_MS = 30_000
  const giveUpAt = performance.now() + LIMIT_MS
  const isSettled = () =>
    document.querySelector('h1')?.checkVisibility({ visibilityProperty: true }) === true &&
    document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') === null &&
    [...document.images].every(({ complete }) => complete) &&
    document.fonts.status === 'loaded'
  const look = () => {
    if (isSettled()) requestAnimationFrame(resolve)
    else if (performance.now() > giveUpAt) reject(new Error('The page is still loading: ' + location.href))
    else setTimeout(look, 10)
  }
  requestAnimationFrame(look)
})`

/** What is measured of a page, after at most two seconds in which the page may take the window's width. */
async function measured<Value>(
  measure: () => Promise<Value>,
  isFine: (value: Value) => boolean,
): Promise<Value> {
  await eventually(measure, isFine, 2_000).catch(() => {})
  return measure()
}

/** The pixels by which the page is wider than the window. */
export const overhangOf = (page: Page): Promise<number> =>
  measured(
    () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    (overhang) => overhang === 0,
  )

/** The labels of visible buttons that do not fit into their button. */
export const cutLabelsOf = (page: Page): Promise<readonly string[]> =>
  measured(
    () =>
      page.evaluate<readonly string[]>(`[...document.querySelectorAll('.mantine-Button-label')]
        .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent)`),
    (labels) => labels.length === 0,
  )

/** Creates the sample data and a new user. */
export async function makePeople(server: TestServer): Promise<People> {
  const drops = await makeSampleDrops(server)
  await run(server, 'mutation { createApiKey(input: { name: "The website", project: "Garden" }) { secret } }')
  return { server, drops, newcomer: await signInAs(server, 77) }
}

/** Signs in with a new wallet and returns its session. */
async function signInAs(server: TestServer, number: number): Promise<string> {
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
