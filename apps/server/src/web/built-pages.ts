import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path in the published package, next to the compiled code. */
const PACKED = fileURLToPath(new URL('../pages', import.meta.url))
/** The path in the repository. It is the same relative to the sources and to the compiled code. */
const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * The folder of the web pages: where `npm run build` puts them for the package, otherwise where `npm run build:web` does.
 */
export const BUILT_PAGES = existsSync(PACKED) ? PACKED : BUILT
