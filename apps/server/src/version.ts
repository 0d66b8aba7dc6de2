import { createRequire } from 'node:module'

const packageJson: { readonly version: string } = createRequire(import.meta.url)('../package.json')

/** The version in the server's package.json. */
export const VERSION = packageJson.version
