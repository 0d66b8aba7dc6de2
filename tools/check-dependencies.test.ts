import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { auditViolations, lockViolations } from './check-dependencies.mjs'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
const sound = { version: '1.2.3', integrity: 'sha512-abc', license: 'MIT' }
const lockOf = (packages: Record<string, object>) => ({
  packages: { '': {}, 'apps/own': {}, 'node_modules/good': sound, ...packages },
})

describe('a lock file', () => {
  it('of ours is sound', () => {
    expect(lockViolations(read('package-lock.json'), read('package.json').allowScripts)).toEqual([])
  })

  it.each([
    ['without a checksum', { 'node_modules/bad': { ...sound, integrity: undefined } }, 'no SHA-512'],
    ['with a weak checksum', { 'node_modules/bad': { ...sound, integrity: 'sha1-abc' } }, 'no SHA-512'],
    ['from elsewhere', { 'node_modules/bad': { ...sound, resolved: 'git+ssh://host/bad' } }, 'comes from'],
    [
      'with an install script',
      { 'node_modules/bad': { ...sound, hasInstallScript: true } },
      'install script',
    ],
    ['with another licence', { 'node_modules/bad': { ...sound, license: 'AGPL-3.0' } }, 'AGPL-3.0'],
    [
      'with one of two licences',
      { 'node_modules/bad': { ...sound, license: 'MIT AND SSPL-1.0' } },
      'SSPL-1.0',
    ],
    ['without a licence', { 'node_modules/bad': { ...sound, license: undefined } }, 'licence none'],
    [
      'with two majors of one that must be one',
      { 'node_modules/undici': sound, 'node_modules/a/node_modules/undici': { ...sound, version: '2.0.0' } },
      'undici is there in 2 majors',
    ],
    ['with nothing in it', undefined, 'names no packages'],
  ])('%s is not', (_what, packages, violation) => {
    const lock = packages === undefined ? { packages: {} } : lockOf(packages)
    expect(lockViolations(lock, {})).toEqual([expect.stringContaining(violation)])
  })

  it('may have what was looked at, and names what is looked at for nothing', () => {
    const lock = lockOf({
      'node_modules/odd': { ...sound, hasInstallScript: true, license: '(MIT OR GPL-3.0)' },
    })
    expect(lockViolations(lock, { odd: false })).toEqual([])
    expect(lockViolations(lock, { odd: false, gone: true })).toEqual([expect.stringContaining('gone')])
  })
})

describe('advisories', () => {
  const report = (severity: string) => ({
    metadata: { vulnerabilities: { [severity]: 1 } },
    vulnerabilities: { bad: { name: 'bad', severity, range: '<2' } },
  })

  it('count from high on', () => {
    expect(auditViolations(report('critical')).violations).toEqual([
      'bad <2: an advisory of severity critical',
    ])
    expect(auditViolations(report('high')).violations).toHaveLength(1)
    expect(auditViolations(report('moderate'))).toEqual({ violations: [], note: 'advisories: 1 moderate' })
    expect(auditViolations({ metadata: { vulnerabilities: {} } }).note).toBe('advisories: none')
  })

  it('that could not be checked are reported as unchecked', () => {
    expect(auditViolations({ message: '405 Method Not Allowed' }).note).toContain('NOT ASKED: 405')
    expect(auditViolations(undefined).note).toContain('NOT ASKED')
  })
})
