// `npm run check dependencies`: checks the third-party dependencies in the lock file, and the registry's advisories if they
// are available.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Licenses under which a dependency may be used and distributed. All parts of an `AND` must be listed, or one part of an
 * `OR`.
 */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  // The license of libvips, which sharp loads as a separate library. It has no effect on the license of Dropkit's code.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
])

/**
 * Packages that may occur in one version only. A second version would have to be patched separately, or would not recognize
 * objects of the first one.
 */
const ONCE = [
  '@noble/curves',
  '@noble/hashes',
  'fastify',
  'graphql-ws',
  'helmet',
  'jose',
  'pg',
  'standardwebhooks',
  'undici',
  'ws',
]

const FIRST_LEVEL_AT_WHICH_IT_FAILS = 'high'
const LEVELS = ['info', 'low', 'moderate', 'high', 'critical']

/** Returns the violations, one sentence each, and what could not be checked. */
export async function checkDependencies(root) {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { allowScripts = {} } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const violations = lockViolations(lock, allowScripts)
  const audited = auditViolations(await npmAudit(root))
  return {
    violations: [...violations, ...audited.violations],
    note: audited.note,
    packages: packagesOf(lock).length,
  }
}

/** The third-party packages, by their path and name. */
const packagesOf = ({ packages = {} }) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, found]) => ({ path, name: path.slice(path.lastIndexOf('node_modules/') + 13), ...found }))

/** The violations that the lock file alone shows. */
export function lockViolations(lock, allowScripts) {
  const packages = packagesOf(lock)
  const violations = []
  if (packages.length === 0) return ['The lock file names no packages']
  for (const { path, name, version, integrity, resolved, license, hasInstallScript, inBundle } of packages) {
    if (!inBundle && !/^sha512-/.test(integrity ?? ''))
      violations.push(`${path} has no SHA-512 in the lock file`)
    if (resolved !== undefined && !resolved.startsWith('https://'))
      violations.push(`${path} comes from ${resolved.slice(0, 60)}`)
    if (hasInstallScript && allowScripts[name] === undefined)
      violations.push(
        `${name} ${version} has an install script that allowScripts of package.json does not judge`,
      )
    if (!isLicenceFine(license)) violations.push(`${name} ${version} has the licence ${license ?? 'none'}`)
  }
  for (const name of Object.keys(allowScripts))
    if (!packages.some((one) => one.name === name))
      violations.push(`allowScripts names ${name}, which is not there`)
  for (const name of ONCE) {
    const majors = new Set(
      packages.filter((one) => one.name === name && !one.dev).map(({ version }) => version.split('.')[0]),
    )
    if (majors.size > 1)
      violations.push(`${name} is there in ${majors.size} majors: ${[...majors].join(', ')}`)
  }
  return violations
}

function isLicenceFine(licence) {
  if (typeof licence !== 'string') return false
  const words = licence.replaceAll(/[()]/g, '')
  return words.split(' OR ').some((choice) => choice.split(' AND ').every((one) => LICENCES.has(one.trim())))
}

/** Evaluates the output of `npm audit --json`: the relevant advisories, or that the registry was not reachable. */
export function auditViolations(report) {
  const found = report?.metadata?.vulnerabilities
  if (!found)
    return { violations: [], note: `ADVISORIES NOT ASKED: ${report?.message ?? 'npm audit said nothing'}` }
  const counting = LEVELS.slice(LEVELS.indexOf(FIRST_LEVEL_AT_WHICH_IT_FAILS))
  const violations = Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => counting.includes(severity))
    .map(({ name, severity, range }) => `${name} ${range}: an advisory of severity ${severity}`)
  const said = LEVELS.map((level) => [level, found[level] ?? 0]).filter(([, count]) => count > 0)
  return {
    violations,
    note: `advisories: ${said.map(([level, count]) => `${count} ${level}`).join(', ') || 'none'}`,
  }
}

/** The JSON output of npm. Undefined if it printed no JSON. */
const npmAudit = (root) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    })
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    child.on('error', (error) => resolve({ message: error.message }))
    child.on('close', () => {
      try {
        resolve(JSON.parse(printed))
      } catch {
        resolve(undefined)
      }
    })
  })
