import { fileURLToPath } from 'node:url'

/** Where `npm run build:web` leaves the pages; as far from here in the sources as in what is built of them. */
export const BUILT_PAGES = fileURLToPath(new URL('../../../web/dist', import.meta.url))
