// `npm run build:web`: builds the web pages unless they are up to date.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebWhenDue } from './build-web-when-due.mjs'

process.exit(await buildWebWhenDue(dirname(dirname(fileURLToPath(import.meta.url)))))
