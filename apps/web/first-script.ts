import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SOURCE = '/src/page/chosen-colours.js'
const NAME = 'chosen-colours.js'

/**
 * Builds the script that runs before the first paint. A module would run too late, and Vite bundles nothing else: it
 * is emitted as it is written, under a name that changes with what it says, since browsers keep it for ever.
 */
export const firstScript = (): Plugin => ({
  name: 'dropkit-first-script',
  apply: 'build',
  buildStart() {
    const path = fileURLToPath(new URL(`.${SOURCE}`, import.meta.url))
    this.addWatchFile(path)
    this.emitFile({ type: 'asset', name: NAME, source: readFileSync(path, 'utf8') })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const emitted = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(NAME))
      if (emitted === undefined) throw new Error(`${NAME} was not emitted`)
      return html.replace(SOURCE, `/${emitted.fileName}`)
    },
  },
})
