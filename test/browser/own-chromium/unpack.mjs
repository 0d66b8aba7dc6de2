// Unpacks the Chromium of this folder's package into TMPDIR, once, and prints its path. With the environment variable that
// the package reads, it also unpacks the libraries that a minimal machine lacks.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
const { default: chromium } = await import('@sparticuz/chromium')
const executablePath = await chromium.executablePath()

// The package's font settings name folders of another machine. Without any font, the browser crashes on a text field.
const fonts = join(tmpdir(), 'fonts')
const places = `<dir>${fonts}</dir><cachedir>${join(fonts, 'cache')}</cachedir>`
writeFileSync(join(fonts, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${places}</fontconfig>\n`)
console.log(executablePath)
