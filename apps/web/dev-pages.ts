import type { Plugin } from 'vite'

/** Which page an address shows, as the server's own routes have it. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^\/(dashboard(\/.*)?)?$/, 'dashboard'],
  [/^\/(d|embed)\/[^/]+$/, 'claim'],
  [/^\/c\/[^/]+$/, 'creator'],
  [/^\/pay\/[^/]+$/, 'pay'],
  [/^\/verify\/[^/]+$/, 'verify'],
]

const PAYMENT = /^\/pay\/([^/?]+)/

/**
 * Under Vite's own server: leads addresses to pages, and writes into them what the server at `serverUrl` writes when it
 * serves the built ones.
 */
export const devPages = (serverUrl: string): Plugin => ({
  name: 'dropkit-dev-pages',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = (request.url ?? '/').split('?')[0] ?? '/'
      const isExplorer = path === '/graphql' && request.headers.accept?.includes('text/html')
      const page = isExplorer ? 'explorer' : PAGES.find(([pattern]) => pattern.test(path))?.[1]
      if (page !== undefined) request.url = `/${page}.html`
      next()
    })
  },
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { originalUrl }) {
      const paymentIntentId = PAYMENT.exec(originalUrl ?? '')?.[1]
      const isForVisitors = !/dashboard|explorer/.test(originalUrl ?? '')
      const visit = await fetch(`${serverUrl}/auth/visit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(paymentIntentId === undefined ? {} : { paymentIntentId }),
      }).catch(() => undefined)
      const data = {
        visitor: isForVisitors && visit?.ok ? await visit.json() : null,
        nonce: '__NONCE__',
        now: new Date().toISOString(),
        chain: 'fake',
        network: null,
        publicUrl: serverUrl,
        imageOrigins: [],
        embedOrigins: [],
      }
      const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
      return html.replace('<!--page-->', `<script type="application/json" id="page">${text}</script>`)
    },
  },
})
