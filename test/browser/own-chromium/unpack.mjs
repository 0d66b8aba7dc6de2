// Unpacks the Chromium of this folder's package, once per version, and prints the folder. With the environment variable that
// the package reads, it also unpacks the libraries that a minimal machine lacks. Several processes may do this at the same
// time, and each may be killed, so each unpacks into a new folder and renames it at the end.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const parent = join(import.meta.dirname, '.unpacked')
const folder = join(parent, dependencies['@sparticuz/chromium'])

if (!existsSync(folder)) {
  mkdirSync(parent, { recursive: true })
  const unfinished = mkdtempSync(join(parent, 'unfinished-'))
  try {
    await unpack(unfinished)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
console.log(folder)

async function unpack(unfinished) {
  // The package unpacks into the folder for temporary files.
  process.env.TMPDIR = unfinished
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  await chromium.executablePath()

  // The package's font settings name folders of another machine. Without any font, the browser crashes on a text field.
  const fonts = join(folder, 'fonts')
  const places = `<dir>${fonts}</dir><cachedir>${join(fonts, 'cache')}</cachedir>`
  const settings = `<?xml version="1.0"?>\n<fontconfig>${places}</fontconfig>\n`
  writeFileSync(join(unfinished, 'fonts', 'fonts.conf'), settings)
}
