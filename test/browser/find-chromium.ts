// Finds the browser for the tests of the pages: one of the machine, or one from npm.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

export interface Chromium {
  readonly executablePath: string
  readonly env?: Readonly<Record<string, string>>
}

/** Chromium without a window, which needs half the CPU time of the full browser. */
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
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
 * The first of these, or undefined:
 * 1. the browser at `CHROMIUM_PATH`
 * 2. an installed Chromium without a window
 * 3. on Linux on x64, the one from npm
 * 4. elsewhere, any installed Chromium
 */
export function findChromium(): Chromium | undefined {
  const chosen = process.env['CHROMIUM_PATH'] || installed(inPath(HEADLESS_NAMES))
  if (chosen) return { executablePath: chosen }
  if (process.platform === 'linux' && process.arch === 'x64') return ownChromium()
  const full = installed([...inPath(NAMES), ...OTHER_PLACES])
  return full === undefined ? undefined : { executablePath: full }
}

const inPath = (names: readonly string[]): readonly string[] =>
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

const installed = (paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path))

const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Launches a browser that ends with this process. */
export const launchChromium = ({ executablePath, env }: Chromium): Promise<Browser> => {
  // Playwright kills the browser and removes its files when the process exits. On a signal it would close the browser only,
  // and the process would go on.
  for (const signal of END_SIGNALS) process.once(signal, () => process.exit(1))
  return chromium.launch({
    executablePath,
    handleSIGTERM: false,
    handleSIGINT: false,
    handleSIGHUP: false,
    args: ['--no-sandbox', '--disable-gpu', '--site-per-process'],
    ...(env === undefined ? {} : { env: { ...process.env, ...env } as Record<string, string> }),
  })
}

function ownChromium(): Chromium {
  const folder = execFileSync(
    process.execPath,
    [join(root, 'tools/run.mjs'), '--with', OWN, `${OWN}/unpack.mjs`],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  ).trim()
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  }
}
