import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from './read-config.ts'

const SOUND = {
  NODE_ENV: 'production',
  CHAIN: 'sui',
  SUI_NETWORK: 'testnet',
  SUI_OPERATOR_KEY: 'suiprivkey1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqa4ffsr',
  SUI_PACKAGE_ID: '0xd0',
  MASTER_KEY: '8f1c60d9b7a5e24310fe9d8c7b6a594837261504f3e2d1c0bfae9d8c7b6a5f4e',
  PUBLIC_URL: 'https://drops.example',
}

const errorsOf = (environment: Record<string, string>): readonly string[] => {
  const config = readConfig(environment)
  return config.ok ? [] : config.error
}
const namesOf = (environment: Record<string, string>) =>
  errorsOf(environment).map((error) => error.split(' ')[0])

describe('with NODE_ENV=production', () => {
  it('takes settings that are sound', () => {
    expect(errorsOf(SOUND)).toEqual([])
    expect(errorsOf({ ...SOUND, CORS_ORIGINS: 'https://app.example', HOST: '0.0.0.0' })).toEqual([])
  })

  it('takes a star for all origins, which needs no TLS', () => {
    expect(errorsOf({ ...SOUND, CORS_ORIGINS: '*' })).toEqual([])
  })

  it('refuses the defaults, each by name, with all other errors and at once', () => {
    expect(namesOf({ NODE_ENV: 'production', PORT: 'x' })).toEqual([
      'PORT',
      'CHAIN',
      'MASTER_KEY',
      'PUBLIC_URL',
      'NODE_ENV',
    ])
  })

  it('applies in any letter case', () => {
    for (const NODE_ENV of ['Production', 'PRODUCTION', ' production '])
      expect(namesOf({ NODE_ENV })).toEqual(['CHAIN', 'MASTER_KEY', 'PUBLIC_URL', 'NODE_ENV'])
  })

  it('says last how a demonstration is started', () => {
    expect(errorsOf({ NODE_ENV: 'production' }).at(-1)).toContain('NODE_ENV=demo')
    expect(errorsOf({ NODE_ENV: 'demo' })).toEqual([])
    for (const NODE_ENV of ['prod', 'Prod', 'productive'])
      expect(errorsOf({ NODE_ENV })).toEqual([
        `NODE_ENV must be production, or a word that does not begin with prod; it is "${NODE_ENV}"`,
      ])
    expect(errorsOf({ NODE_ENV: 'development' })).toEqual([])
    expect(errorsOf({ ...SOUND, PORT: 'x' })).toHaveLength(1)
  })

  it.each([
    ['CHAIN', { CHAIN: 'fake' }],
    ['MASTER_KEY', { MASTER_KEY: '' }],
    ['MASTER_KEY', { MASTER_KEY: '00'.repeat(32) }],
    ['MASTER_KEY', { MASTER_KEY: '0123456789abcdef'.repeat(4) }],
    ['MASTER_KEY', { MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString('hex') }],
    ['MASTER_KEY', { MASTER_KEY: Buffer.from('correct horse battery staple xyz').toString('hex') }],
    ['MASTER_KEY', { MASTER_KEY: randomBytes(16).toString('hex').repeat(2) }],
    ['MASTER_KEY_PREVIOUS', { MASTER_KEY_PREVIOUS: 'ab'.repeat(32) }],
    ['BOOTSTRAP_API_KEY', { BOOTSTRAP_API_KEY: 'please-change-me-now' }],
    ['BOOTSTRAP_API_KEY', { BOOTSTRAP_API_KEY: 'aaaaaaaaaaaaaaaaaaaa' }],
    ['WEBHOOK_ALLOW_PRIVATE', { WEBHOOK_ALLOW_PRIVATE: '1' }],
    ['BEACON', { BEACON: 'local' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://drops.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://a.example,http://b.example' }],
    [
      'OPENID_JWKS_URL',
      {
        OPENID_ISSUER: 'i',
        OPENID_AUDIENCE: 'a',
        OPENID_JWKS_URL: 'http://id.example/keys',
      },
    ],
  ])('refuses %s as %j', (name, changed) => {
    expect(namesOf({ ...SOUND, ...changed })[0]).toBe(name)
  })

  it('repeats no key that it refuses', () => {
    const MASTER_KEY = 'ab'.repeat(32)
    const text = errorsOf({ ...SOUND, MASTER_KEY, BOOTSTRAP_API_KEY: 'change-me-sesame' }).join()
    expect(text).not.toContain(MASTER_KEY)
    expect(text).not.toContain('sesame')
  })

  it('takes every key that was drawn', () => {
    for (let times = 0; times < 300; times++) {
      const MASTER_KEY = randomBytes(32).toString('hex')
      const BOOTSTRAP_API_KEY = randomBytes(24).toString('hex')
      expect(errorsOf({ ...SOUND, MASTER_KEY, BOOTSTRAP_API_KEY }), MASTER_KEY).toEqual([])
    }
  })
})

it('is lenient if NODE_ENV is not set', () => {
  expect(errorsOf({ CORS_ORIGINS: '*', WEBHOOK_ALLOW_PRIVATE: '1', MASTER_KEY: '00'.repeat(32) })).toEqual([])
})
