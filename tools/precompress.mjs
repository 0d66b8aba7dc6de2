import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this many bytes the answer's head is most of it. */
const SMALLEST_BYTES = 1_024
/** What is compressed already by its own form gains nothing. */
const ENDINGS = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.ttf', '.wasm', '.webmanifest'])

/** The best that Brotli can do takes ten times as long, for some percent. */
const brotliQuality = 9

const forms = [
  {
    ending: '.br',
    compress: (bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  },
  { ending: '.gz', compress: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

/** Writes `.br` and `.gz` beside the files of a folder that are worth it. */
export const precompress = async (folder) => {
  const worth = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => ENDINGS.has(extname(path)) && statSync(path).size > SMALLEST_BYTES)
  await Promise.all(
    worth.flatMap((path) => {
      const bytes = readFileSync(path)
      return forms.map(async ({ ending, compress }) => {
        const packed = await compress(bytes)
        if (packed.length < bytes.length) writeFileSync(path + ending, packed)
      })
    }),
  )
}
