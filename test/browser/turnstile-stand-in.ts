// A stand-in for Cloudflare Turnstile: the widget's script and `siteverify`, with their documented behavior.
// https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BrowserContext } from 'playwright-core'

export const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** What the widget does next. `old token` gives a token that has expired when it is verified. */
type Act = 'token' | 'old token' | 'timeout' | 'error' | 'unsupported'

/** Each widget, and each restart of a widget, does the next act. After the last one, it gives tokens. */
const SCRIPT = `
const acts = ACTS
const widgets = new Map()
let count = 0
function run(id) {
  const act = acts.shift() ?? 'token'
  setTimeout(() => {
    const widget = widgets.get(id)
    if (!widget) return
    const { options } = widget
    if (act === 'token' || act === 'old token') {
      options.callback(act.replace(' ', '-') + '|' + options.cData + '|' + crypto.randomUUID())
    } else if (act === 'timeout') {
      options['timeout-callback']?.()
      if ((options['refresh-timeout'] ?? 'auto') === 'auto') run(id)
    } else if (act === 'unsupported') {
      options['unsupported-callback']?.()
    } else {
      if (!options['error-callback']?.('300030')) console.warn('[Cloudflare Turnstile] Error: 300030.')
      if ((options.retry ?? 'auto') === 'auto') setTimeout(() => run(id), options['retry-interval'] ?? 8000)
    }
  }, 50)
}
window.turnstile = {
  render(container, options) {
    if (!(container instanceof HTMLElement)) throw new Error('[Cloudflare Turnstile] Unable to find a container.')
    if (!options.sitekey) throw new Error('[Cloudflare Turnstile] Missing sitekey.')
    if (!/^[A-Za-z0-9_-]{0,255}$/.test(options.cData ?? '')) throw new Error('[Cloudflare Turnstile] Invalid cData.')
    const id = 'cf-chl-widget-' + ++count
    const frame = document.createElement('div')
    frame.id = id
    container.append(frame)
    widgets.set(id, { options, frame })
    run(id)
    return id
  },
  reset: (id) => run(id),
  remove(id) {
    widgets.get(id)?.frame.remove()
    widgets.delete(id)
  },
}`

/** Shows the stand-in's widget on the pages of this context. `isDown` says whether its script is out of reach. */
export async function serveWidget(
  context: BrowserContext,
  { acts = [], isDown = () => false }: { readonly acts?: readonly Act[]; readonly isDown?: () => boolean },
): Promise<void> {
  await context.route('https://challenges.cloudflare.com/**', (route) => {
    if (isDown()) return route.abort()
    if (route.request().url() !== TURNSTILE_SCRIPT) return route.fulfill({ status: 404 })
    return route.fulfill({
      contentType: 'application/javascript',
      body: SCRIPT.replace('ACTS', JSON.stringify(acts)),
    })
  })
}

export interface SiteVerify {
  readonly url: string
  /** The tokens that were verified, in order, and whether they passed. */
  readonly verified: readonly { readonly token: string; readonly success: boolean }[]
  readonly stop: () => void
}

/** Verifies tokens of the stand-in's widget. Each passes once. */
export async function startSiteVerify(secretKey: string): Promise<SiteVerify> {
  const verified: { readonly token: string; readonly success: boolean }[] = []
  const server = createServer(async (request, response) => {
    const { secret, response: token } = JSON.parse(await text(request)) as Record<string, string>
    const [kind, cdata] = (token ?? '').split('|')
    const isUsed = verified.some((one) => one.token === token)
    const codes =
      secret !== secretKey
        ? ['invalid-input-secret']
        : kind === 'old-token' || isUsed
          ? ['timeout-or-duplicate']
          : kind === 'token'
            ? []
            : ['invalid-input-response']
    const success = codes.length === 0
    verified.push({ token: token ?? '', success })
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        success,
        'error-codes': codes,
        ...(success ? { cdata, hostname: '127.0.0.1', challenge_ts: new Date().toISOString() } : {}),
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/siteverify`, verified, stop: () => void server.close() }
}
