import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { misspeltSettings, readConfig } from './read-config.ts'
import { SETTINGS, settingsTable } from './settings.ts'

const read = (environment: Record<string, string>) => {
  const config = readConfig(environment)
  if (!config.ok) throw new Error(config.error.join('\n'))
  return config.value
}

const errorsOf = (environment: Record<string, string>): readonly string[] => {
  const config = readConfig(environment)
  return config.ok ? [] : config.error
}

it('needs nothing to be set', () => {
  const config = read({})
  expect(config).toMatchObject({
    port: 4_000,
    host: '127.0.0.1',
    databaseUrl: 'sqlite:data/dropkit.db',
    chain: 'fake',
    fakeChainAuto: true,
    masterKey: undefined,
    publicUrl: undefined,
    requestsPerMinute: 60_000,
    authFailuresPerMinute: 20,
    webhookAllowPrivate: true,
    webhookRetrySeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
    logLevel: 'info',
  })
  expect(config.currencies[0]).toEqual({ code: 'SUI', decimals: 9, coinType: '0x2::sui::SUI' })
  expect(config.usdRates.get('SUI')).toBe(1)
})

it('runs several workers if told so, and with `auto` one per core, but only one on SQLite', () => {
  const postgres = { DATABASE_URL: 'postgres://127.0.0.1/dropkit' }
  expect(read({}).workers).toBe(1)
  expect(read({ ...postgres, WORKERS: '4' }).workers).toBe(4)
  expect(read({ ...postgres, WORKERS: 'auto' }).workers).toBe(Math.min(8, availableParallelism()))
  expect(read({ WORKERS: 'auto' }).workers).toBe(1)
  expect(read({ WORKERS: '2' }).workers).toBe(2)
  for (const wrong of ['0', '9', 'all'])
    expect(errorsOf({ ...postgres, WORKERS: wrong })).toEqual([
      `WORKERS must be auto or a whole number from 1 to 8; it is "${wrong}"`,
    ])
})

it('names every error at once, by its variable', () => {
  const errors = errorsOf({
    PORT: '4000.5',
    DATABASE_URL: 'mysql://user:password@host/db',
    MASTER_KEY: 'ab',
    BOOTSTRAP_API_KEY: 'short',
    FAKE_CHAIN_AUTO: 'maybe',
    WEBHOOK_RETRY_SECONDS: '5,soon',
    USD_RATES: 'EUR:1',
    LOG_LEVEL: 'loud',
  })
  expect(errors.map((error) => error.split(' ')[0]).toSorted()).toEqual([
    'BOOTSTRAP_API_KEY',
    'DATABASE_URL',
    'FAKE_CHAIN_AUTO',
    'LOG_LEVEL',
    'MASTER_KEY',
    'PORT',
    'USD_RATES',
    'WEBHOOK_RETRY_SECONDS',
  ])
  expect(errors).toContain('PORT must be a whole number from 0 to 65535; it is "4000.5"')
})

it('repeats no secret in the message about an error', () => {
  const errors = errorsOf({
    DATABASE_URL: 'mysql://u:sesame@h/d',
    MASTER_KEY: 'sesame',
    BOOTSTRAP_API_KEY: 'sesame',
  })
  expect(errors).toHaveLength(3)
  expect(errors.join()).not.toContain('sesame')
})

it.each([
  ['1', true],
  ['true', true],
  ['TRUE', true],
  ['0', false],
  ['false', false],
])('reads the switch %s as %s', (text, value) => {
  expect(read({ FAKE_CHAIN_AUTO: text }).fakeChainAuto).toBe(value)
})

it('takes an empty variable as one that is not set', () => {
  expect(read({ PORT: '', MASTER_KEY: ' ' })).toMatchObject({ port: 4_000, masterKey: undefined })
})

it('keeps the database in DATA_DIR by default', () => {
  expect(read({ DATA_DIR: '/srv/drops' }).databaseUrl).toBe('sqlite:/srv/drops/dropkit.db')
  expect(read({ DATABASE_URL: 'postgresql://localhost/drops' }).databaseUrl).toBe(
    'postgresql://localhost/drops',
  )
})

it('allows webhooks to private addresses by default only if the server listens on loopback', () => {
  expect(read({ HOST: '127.0.0.2' }).webhookAllowPrivate).toBe(true)
  expect(read({ HOST: '0.0.0.0' }).webhookAllowPrivate).toBe(false)
  expect(read({ HOST: '0.0.0.0', WEBHOOK_ALLOW_PRIVATE: '1' }).webhookAllowPrivate).toBe(true)
  expect(read({ WEBHOOK_ALLOW_PRIVATE: 'false' }).webhookAllowPrivate).toBe(false)
})

it('reads its own currencies; the first one is the default', () => {
  const config = read({ CURRENCIES: 'EURX:2:0x5::eur::EUR, SUI:9:0x2::sui::SUI', USD_RATES: 'EURX:1.1' })
  expect(config.currencies.map(({ code }) => code)).toEqual(['EURX', 'SUI'])
  expect(config.currencies[0]?.coinType).toBe('0x5::eur::EUR')
  expect(config.usdRates.get('EURX')).toBe(1.1)
  expect(errorsOf({ CURRENCIES: 'SUI:9:0x2::sui::SUI,SUI:9:0x2::sui::SUI' })).toHaveLength(1)
  for (const invalid of [
    'SUI:9',
    'SUI:9:2::sui::SUI',
    'SUI:9:0x2::sui::',
    'SUI:9:0x2::sui::SUI x',
    'SUI:19:0x2::sui::SUI',
  ])
    expect(errorsOf({ CURRENCIES: invalid })).toHaveLength(1)
})

it('has pages show pictures of origins that are reached safely alone', () => {
  expect(read({}).webImageOrigins).toBeUndefined()
  const given = 'https://Images.example, https://*.more.example:8443'
  expect(read({ WEB_IMAGE_ORIGINS: given }).webImageOrigins).toEqual([
    'https://images.example',
    'https://*.more.example:8443',
  ])
  for (const bad of ['http://images.example', 'https://images.example/a', '*', 'data:', 'images.example'])
    expect(errorsOf({ WEB_IMAGE_ORIGINS: bad })).toEqual([expect.stringMatching(/^WEB_IMAGE_ORIGINS must/)])
})

const operatorKey = 'suiprivkey1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqa4ffsr'
const forSui = {
  CHAIN: 'sui',
  MASTER_KEY: 'ab'.repeat(32),
  SUI_NETWORK: 'testnet',
  SUI_OPERATOR_KEY: operatorKey,
  SUI_PACKAGE_ID: '0xD0',
}

describe('with CHAIN=sui', () => {
  it('names everything that is missing at once', () => {
    const names = errorsOf({ CHAIN: 'sui' }).map((error) => error.split(' ')[0])
    expect(names).toEqual(['SUI_NETWORK', 'SUI_OPERATOR_KEY', 'SUI_PACKAGE_ID', 'MASTER_KEY'])
  })

  it('uses the public node of the network, and the operator as the treasury, by default', () => {
    expect(read(forSui).sui).toEqual({
      network: 'testnet',
      rpcUrl: 'https://fullnode.testnet.sui.io:443',
      operatorKey,
      treasuryKey: operatorKey,
      packageId: `0x${'d0'.padStart(64, '0')}`,
      nftRegistrarId: null,
      kioskRules: '0xbd8fc1947cf119350184107a3087e2dc27efefa0dd82e25a1f699069fe81a585',
      lowBalanceMist: 1_000_000_000,
      idlePollMs: 5_000,
      gasPriceCeilingPercent: 500,
    })
    const own = { ...forSui, SUI_NETWORK: '', SUI_RPC_URL: 'http://127.0.0.1:9001/' }
    expect(read(own).sui).toMatchObject({ network: null, rpcUrl: 'http://127.0.0.1:9001' })
  })

  it('detects a mistyped key by its checksum, and shows neither the key nor the URL of a node', () => {
    const mistyped = operatorKey.replace('qqqsyq', 'qqqsyp')
    const errors = errorsOf({ ...forSui, SUI_OPERATOR_KEY: mistyped, SUI_RPC_URL: 'ftp://sesame@node' })
    expect(errors.map((error) => error.split(' ')[0]).toSorted()).toEqual(['SUI_OPERATOR_KEY', 'SUI_RPC_URL'])
    expect(errors.join()).not.toMatch(/sesame|suiprivkey1q/)
  })

  it('pays gas for wallets if a budget is set', () => {
    expect(read(forSui).sponsoring).toBeNull()
    const { sponsoring } = read({ ...forSui, SUI_SPONSOR_BUDGET_MIST: '900000000' })
    expect(sponsoring).toEqual({ perDay: 900_000_000n, perDrop: 500_000_000n, perWallet: 50_000_000n })
  })

  it('allows no webhook to private addresses by default', () => {
    expect(read(forSui).webhookAllowPrivate).toBe(false)
  })
})

it('reads only the settings of Sui for commands that run before the package is published', () => {
  const { SUI_NETWORK, SUI_OPERATOR_KEY } = forSui
  const config = readConfig({ SUI_NETWORK, SUI_OPERATOR_KEY }, 'sui_account')
  expect(config).toMatchObject({ ok: true, value: { sui: { operatorKey, packageId: null } } })
  const errors = readConfig({}, 'sui_account')
  expect(errors).toMatchObject({ ok: false, error: [expect.any(String), expect.any(String)] })
})

it('reads nothing of Sui into the service with the fake chain', () => {
  const { SUI_NETWORK, SUI_OPERATOR_KEY } = forSui
  expect(read({ SUI_NETWORK, SUI_OPERATOR_KEY }).sui).toBeNull()
})

it('drops the slash at the end of PUBLIC_URL, and refuses one that would break its links', () => {
  expect(read({ PUBLIC_URL: 'https://drops.example/' }).publicUrl).toBe('https://drops.example')
  const below = { PUBLIC_URL: 'HTTPS:drops.example/@me/' }
  expect(read({ ...below, WEB: '0' }).publicUrl).toBe('https://drops.example/@me')
  expect(errorsOf(below)).toEqual([expect.stringMatching(/^PUBLIC_URL must have no path.* WEB must be 0/)])
  for (const broken of [
    'https://a.example/?b=c',
    'https://a.example?',
    'https://a.example/#b',
    'https://me:p@a.example',
  ])
    expect(errorsOf({ PUBLIC_URL: broken })).toEqual([expect.stringMatching(/^PUBLIC_URL must be/)])
  for (const name of ['S3_ENDPOINT', 'BEACON_URLS', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'SUI_RPC_URL'])
    expect(errorsOf({ [name]: 'https://a.example/?b=c' })).toEqual([
      expect.stringMatching(`^${name} must be`),
    ])
})

it('refuses a URL with a user name, to which `fetch` would refuse every request', () => {
  for (const name of ['SUI_RPC_URL', 'BEACON_URLS', 'FACTS_URL', 'OPENID_JWKS_URL', 'TURNSTILE_VERIFY_URL'])
    expect(errorsOf({ [name]: 'https://me:p@a.example' })[0]).toMatch(
      new RegExp(`^${name} must be .*without a user name`),
    )
})

it('refuses rates without a currency, and two rates of one currency', () => {
  for (const wrong of [',', 'SUI:1,SUI:2'])
    expect(errorsOf({ USD_RATES: wrong })).toEqual([
      `USD_RATES must be a comma-separated list of CODE:DOLLARS, each code once; it is "${wrong}"`,
    ])
})

it('repeats only the beginning of a long value, and tells what a token may contain', () => {
  expect(errorsOf({ PORT: '1'.repeat(100_000) })[0]).toMatch(/^.{0,300}… \(100000 characters\)$/)
  expect(errorsOf({ FACTS_TOKEN: 'two words' })).toEqual([
    'FACTS_TOKEN must be a token of ASCII characters without spaces',
  ])
})

it('requires all or none of settings that belong together', () => {
  const errors = errorsOf({ S3_ACCESS_KEY_ID: 'id', OPENID_ISSUER: 'https://id.example' })
  expect(errors).toEqual([
    expect.stringMatching(/^S3_ACCESS_KEY_ID must be set together/),
    expect.stringMatching(/^OPENID_ISSUER, OPENID_AUDIENCE and OPENID_JWKS_URL must/),
  ])
  const OPENID_JWKS_URL = 'https://id.example/keys'
  const openId = { OPENID_ISSUER: 'https://id.example', OPENID_AUDIENCE: 'drops', OPENID_JWKS_URL }
  expect(read(openId)).toMatchObject({ openIdJwksUrl: OPENID_JWKS_URL })
})

it('puts the bucket into the path for a custom store, unless set otherwise', () => {
  expect(read({ S3_BUCKET: 'drops' })).toMatchObject({ s3PathStyle: false, s3Region: 'us-east-1' })
  const S3_ENDPOINT = 'http://127.0.0.1:9000'
  expect(read({ S3_ENDPOINT }).s3PathStyle).toBe(true)
  expect(read({ S3_ENDPOINT, S3_PATH_STYLE: '0' }).s3PathStyle).toBe(false)
})

it('reads origins as browsers write them', () => {
  expect(read({ CORS_ORIGINS: 'https://App.example, http://localhost:5173' }).corsOrigins).toEqual([
    'https://app.example',
    'http://localhost:5173',
  ])
  expect(read({ CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*'])
  for (const invalid of ['app.example', 'https://app.example/path', '*,https://app.example', 'ftp://a'])
    expect(errorsOf({ CORS_ORIGINS: invalid })).toHaveLength(1)
})

it('reads proxies as addresses and networks', () => {
  expect(read({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustedProxies).toHaveLength(3)
  expect(read({ TRUSTED_PROXIES: '10.0.0.0/32,::1/128' }).trustedProxies).toHaveLength(2)
  const invalid = [
    'proxy.example',
    '999.1.1.1',
    '10.0.0.0/99',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::1/129',
    '10.0.0.0/',
    '1:2',
  ]
  for (const network of invalid) expect(errorsOf({ TRUSTED_PROXIES: `loopback,${network}` })).toHaveLength(1)
})

it('lists every setting with its format, default and meaning', () => {
  const rows = settingsTable()
  expect(rows).toHaveLength(Object.keys(SETTINGS).length)
  expect(rows).toContainEqual({
    name: 'PORT',
    expects: 'a whole number from 0 to 65535',
    default: '4000',
    meaning: expect.stringMatching(/^Port/),
  })
  for (const row of rows) expect(row.meaning).toMatch(/^[A-Z].*\.$/)
})

describe('a variable with a name similar to a setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABAES_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SUI_TREASURYY_KEY', 'SUI_TREASURY_KEY'],
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
  ])('is named with the one that is meant: %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x' })).toEqual([`${name} is not a setting. Is ${meant} meant?`])
  })

  it('is not reported if the setting itself is given', () => {
    expect(misspeltSettings({ REDIS_URI: 'x', REDIS_URL: 'redis://localhost' })).toEqual([])
  })

  it('is not reported if other programs use it', () => {
    const others = ['DATA_DIR', 'HOSTS', 'SORT', 'PATH', 'XDG_DATA_DIRS', 'SUI_WALLET_KEY', 'SUI_CONFIG_DIR']
    expect(misspeltSettings(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  })
})
