import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this many bytes the answer's head is most of it. */
const SMALLEST_BYTES = 1_024
/** What is compressed already by its own form gains nothing. */
const ENDINGS = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.ttf', '.wasm', '.webmanifest'])

/** The best that Brotli can do takes ten times as long as 9, for some percent. */
const BEST = 11
const QUICK = 9

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/**
 * Writes `.br` and `.gz` beside the files of a folder that are worth it. What `isLoadedAtOnce` names becomes as small as
 * can be.
 */
export const precompress = async (folder, isLoadedAtOnce = () => false) => {
  const names = readdirSync(folder).filter(
    (name) => ENDINGS.has(extname(name)) && statSync(join(folder, name)).size > SMALLEST_BYTES,
  )
  await Promise.all(
    names.flatMap((name) => {
      const path = join(folder, name)
      const bytes = readFileSync(path)
      const quality = isLoadedAtOnce(name) ? BEST : QUICK
      const packed = {
        '.br': packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        '.gz': packGzip(bytes, { level: 9 }),
      }
      return Object.entries(packed).map(async ([ending, content]) => {
        const smaller = await content
        if (smaller.length < bytes.length) writeFileSync(path + ending, smaller)
      })
    }),
  )
}
