import { createRequire } from 'node:module'

const packageJson: { readonly version: string } = createRequire(import.meta.url)('../package.json')

/** This server's, as its package says it. */
export const VERSION = packageJson.version
