import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** For smaller files, compression gains little compared to the response headers. */
const SMALLEST_BYTES = 1_024
/** The other formats are already compressed. */
const ENDINGS = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.ttf', '.wasm', '.webmanifest'])

/** The highest Brotli quality takes ten times as long as 9, for a few percent. */
const BEST = 11
const QUICK = 9

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/**
 * Writes `.br` and `.gz` files next to the files of a folder for which compression is worth it. Files for which
 * `isLoadedAtOnce` returns true get the highest quality.
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
