// Finds the browser for the tests of the pages: one of the machine, or one from npm.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

export interface Chromium {
  readonly executablePath: string
  readonly env?: Readonly<Record<string, string>>
}

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome.exe',
  'msedge.exe',
]

const OTHER_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((path) =>
      join(process.env[name] ?? '', path),
    ),
  ),
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const OWN = 'test/browser/own-chromium'

/**
 * The browser at `CHROMIUM_PATH`, otherwise an installed one, otherwise (on Linux) the one from npm. Undefined on other
 * systems without a browser, because npm has none for them.
 */
export function findChromium(): Chromium | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return { executablePath: chosen }
  const installed = [
    ...(process.env['PATH'] ?? '')
      .split(delimiter)
      .flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...OTHER_PLACES,
  ].find((path) => existsSync(path))
  if (installed) return { executablePath: installed }
  return process.platform === 'linux' ? ownChromium() : undefined
}

export const launchChromium = ({ executablePath, env }: Chromium): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    ...(env === undefined ? {} : { env: { ...process.env, ...env } as Record<string, string> }),
  })

function ownChromium(): Chromium {
  const folder = join(root, OWN, '.unpacked')
  mkdirSync(folder, { recursive: true })
  const printed = execFileSync(
    process.execPath,
    [join(root, 'tools/run.mjs'), '--with', OWN, `${OWN}/unpack.mjs`],
    { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const executablePath = printed.trim()
  return {
    executablePath,
    env: {
      LD_LIBRARY_PATH: join(dirname(executablePath), 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  }
}
