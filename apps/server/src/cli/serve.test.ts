import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { ADMIN_KEY_FILE, firstStartText } from './serve.ts'

const made = { kind: 'made', username: 'admin', newKey: 'dk_secret' } as const

it('the new key of the admin is shown once outside production, and kept nowhere', () => {
  const dataDir = join(temporaryFolder(), 'data')
  expect(firstStartText(made, { environment: undefined, dataDir })).toContain('\n  dk_secret\n')
  expect(() => statSync(dataDir)).toThrow()
})

it.each(['production', 'Production'])(
  'the new key of the admin goes into a file of its owner alone with NODE_ENV=%s',
  (environment) => {
    const dataDir = join(temporaryFolder(), 'data')
    const text = firstStartText(made, { environment, dataDir })
    const path = join(dataDir, ADMIN_KEY_FILE)
    expect(text).not.toContain('dk_secret')
    expect(text).toContain(path)
    expect(readFileSync(path, 'utf8')).toBe('dk_secret\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  },
)

it('a key that could not be written stops the start, and an older file stays', () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, ADMIN_KEY_FILE), 'older')
  expect(() => firstStartText(made, { environment: 'production', dataDir })).toThrow(
    'npm run apikey -- create',
  )
  expect(readFileSync(join(dataDir, ADMIN_KEY_FILE), 'utf8')).toBe('older')
})

it('a key that the operator chose is never written or shown', () => {
  const text = firstStartText({ ...made, newKey: null }, { environment: 'production', dataDir: '/proc/none' })
  expect(text).toContain('BOOTSTRAP_API_KEY')
})
