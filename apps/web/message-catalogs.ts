import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const CATALOG = /\/src\/words\/messages\/[\w-]+\.[a-z]{2}\.json$/

/** Compiles the ICU messages of the catalogs, so that no page needs a parser. A message that is none fails the build. */
export const messageCatalogs = (): Plugin => ({
  name: 'dropkit-message-catalogs',
  enforce: 'pre',
  transform: {
    filter: { id: CATALOG },
    handler(text) {
      const messages = Object.entries(JSON.parse(text) as Record<string, string>)
      const compiled = Object.fromEntries(messages.map(([key, message]) => [key, compile(message)]))
      return { code: JSON.stringify(compiled), map: null }
    },
  },
})
