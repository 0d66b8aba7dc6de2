// Unpacks the Chromium of this folder's package into TMPDIR, once, and prints where it is. With the variable that its
// package looks at it also brings the libraries that a bare machine lacks.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
const { default: chromium } = await import('@sparticuz/chromium')
const executablePath = await chromium.executablePath()

// Its own settings name folders of another machine, and a browser without any font dies of a text field.
const fonts = join(tmpdir(), 'fonts')
const places = `<dir>${fonts}</dir><cachedir>${join(fonts, 'cache')}</cachedir>`
writeFileSync(join(fonts, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${places}</fontconfig>\n`)
console.log(executablePath)
