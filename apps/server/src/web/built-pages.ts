import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** In the package as it is published, beside what is compiled. */
const PACKED = fileURLToPath(new URL('../pages', import.meta.url))
/** In the repository; as far from here in the sources as in what is built of them. */
const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Where the web pages are: where `npm run build` has put them for the package, else where `npm run build:web` does. */
export const BUILT_PAGES = existsSync(PACKED) ? PACKED : BUILT
