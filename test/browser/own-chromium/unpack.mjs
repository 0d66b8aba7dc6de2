// Unpacks the Chromium of this folder's package, once per version, and prints its path. With the environment variable that
// the package reads, it also unpacks the libraries that a minimal machine lacks. Several processes may do this at the same
// time, so each unpacks into a folder of its own and renames it at the end.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const parent = join(import.meta.dirname, '.unpacked')
const folder = join(parent, dependencies['@sparticuz/chromium'])

if (!existsSync(folder)) {
  const unfinished = join(parent, `unfinished-${process.pid}`)
  mkdirSync(unfinished, { recursive: true })
  // The package unpacks into the folder for temporary files.
  process.env.TMPDIR = unfinished
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  await chromium.executablePath()

  // The package's font settings name folders of another machine. Without any font, the browser crashes on a text field.
  const fonts = join(folder, 'fonts')
  const places = `<dir>${fonts}</dir><cachedir>${join(fonts, 'cache')}</cachedir>`
  writeFileSync(
    join(unfinished, basename(fonts), 'fonts.conf'),
    `<?xml version="1.0"?>\n<fontconfig>${places}</fontconfig>\n`,
  )
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
console.log(folder)
