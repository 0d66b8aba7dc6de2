import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/read-config.ts'
import { createRedaction, secretsInEnvironment, secretsInSettings } from './redaction.ts'

const OPERATOR = 'suiprivkey1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqa4ffsr'
const ENVIRONMENT = {
  MASTER_KEY: '8f1c60d9b7a5e24310fe9d8c7b6a594837261504f3e2d1c0bfae9d8c7b6a5f4e',
  MASTER_KEY_PREVIOUS: '1f1c60d9b7a5e24310fe9d8c7b6a594837261504f3e2d1c0bfae9d8c7b6a5f4e',
  BOOTSTRAP_API_KEY: 'an-operators-own-words-17',
  DATABASE_URL: 'postgres://drops:p%40ss-of-postgres@db.example:5432/drops',
  REDIS_URL: 'redis://:pass-of-redis@cache.example:6379',
  S3_ACCESS_KEY_ID: 'id-of-the-bucket-key',
  S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY',
  SUI_RPC_URL: 'https://node.example/v1/credential-in-the-path-1',
  SUI_OPERATOR_KEY: OPERATOR,
  PGPASSWORD: 'pass-of-libpq',
  AWS_SECRET_ACCESS_KEY: 'of-another-bucket/K7MDENG',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-team=credential-of-traces,x-other=with%20a%20blank',
}
/** The secrets that must not appear in any output, whichever code writes it. */
const PLANTED = [
  ENVIRONMENT.MASTER_KEY,
  ENVIRONMENT.MASTER_KEY.toUpperCase(),
  Buffer.from(ENVIRONMENT.MASTER_KEY, 'hex').toString('base64'),
  ENVIRONMENT.MASTER_KEY_PREVIOUS,
  ENVIRONMENT.BOOTSTRAP_API_KEY,
  'p%40ss-of-postgres',
  'p@ss-of-postgres',
  'pass-of-redis',
  ENVIRONMENT.S3_ACCESS_KEY_ID,
  ENVIRONMENT.S3_SECRET_ACCESS_KEY,
  'credential-in-the-path-1',
  OPERATOR,
  ENVIRONMENT.PGPASSWORD,
  ENVIRONMENT.AWS_SECRET_ACCESS_KEY,
  'credential-of-traces',
  'with%20a%20blank',
  'with a blank',
]

const config = readConfig(ENVIRONMENT)
if (!config.ok) throw new Error(config.error.join('\n'))
const redaction = createRedaction([
  ...secretsInSettings({ ...config.value }),
  ...config.value.secretsOfLibraries,
])

describe('the secrets of the settings', () => {
  it.each(PLANTED)('are removed wherever they occur: %s', (secret) => {
    for (const text of [`${secret}`, `it was ${secret}.`, `a=${secret}&b`, `("${secret}")`])
      expect(redaction.text(text)).not.toContain(secret)
    const line = `${JSON.stringify({ msg: secret, deep: [{ er: { [secret]: { x: `<${secret}>` } } }] })}\n`
    expect(redaction.line(line)).not.toContain(secret)
  })

  it('are known before the settings are read, even when they are malformed', () => {
    const early = createRedaction(secretsInEnvironment({ MASTER_KEY: 'too-short-but-meant', PORT: '4000' }))
    expect(early.text('MASTER_KEY too-short-but-meant on 4000')).toBe('MASTER_KEY [secret] on 4000')
    const SUI_RPC_URL = 'https://user:credential-in-user-info@node.example'
    expect(createRedaction(secretsInEnvironment({ SUI_RPC_URL })).text('a=credential-in-user-info')).toBe(
      'a=[secret]',
    )
  })

  it('leave the names of places and of software readable', () => {
    const url = 'postgres://postgres:postgres@127.0.0.1/drops'
    const { text } = createRedaction(secretsInEnvironment({ DATABASE_URL: url }))
    expect(text('at packages/adapter-storage/src/postgres/postgres-pool.ts:12:3')).toContain(
      'postgres-pool.ts:12:3',
    )
    expect(text(`cannot reach ${url}`)).toBe('cannot reach postgres://postgres:[secret]@127.0.0.1/drops')
    const long = 'postgres://drops@db.example/drops_of_the_shop?sslmode=verify-full&password=pass-of-postgres'
    const failed = 'database "drops_of_the_shop" does not exist, with verify-full and pass-of-postgres'
    expect(createRedaction(secretsInEnvironment({ DATABASE_URL: long })).text(failed)).toBe(
      'database "drops_of_the_shop" does not exist, with verify-full and [secret]',
    )
    const path = 'sqlite:/srv/dropkit/data/dropkit.db'
    expect(createRedaction(secretsInEnvironment({ DATABASE_URL: path })).text(path)).toBe(path)
  })
})

it('leaves the message about a missing MASTER_KEY as it is', () => {
  const config = readConfig({ MASTER_KEY_PREVIOUS: ENVIRONMENT.MASTER_KEY_PREVIOUS })
  const [message] = config.ok ? [] : config.error
  expect(message).toContain('MASTER_KEY must be set to the new key')
  expect(createRedaction().text(message ?? '')).toBe(message)
})

describe('a value with the format of a secret', () => {
  it.each([
    ['an API key', 'sesameSESAMEsesame0123456789abcdefgh', (s: string) => `no user with dk_${s} here`],
    ['a session', 'sesameSESAMEsesame0123456789abcdefgh', (s: string) => `ds_${s}`],
    ['a webhook secret', 'c2VzYW1lc2VzYW1lc2VzYW1lc2VzYW1l', (s: string) => `signed with whsec_${s}`],
    ['a wallet key', 'qqqsesamesesamesesamesesame', (s: string) => `key suiprivkey1${s}!`],
    ['a bearer header', 'sesame-sesame', (s: string) => `{"headers":["Authorization: Bearer ${s}"]}`],
    ['a basic header', 'c2VzYW1lOnNlc2FtZQ==', (s: string) => `Authorization=Basic ${s}`],
    ['the password of a URL', 'sesame', (s: string) => `connect to postgres://u:${s}@h/d failed`],
    ['an odd password of a URL', 'ses@/ame', (s: string) => `connect to postgres://u:${s}@h/d failed`],
    ['an assignment', 'sesame', (s: string) => `env: PGPASSWORD=${s}, S3_SECRET_ACCESS_KEY=${s}`],
    ['an assignment with blanks', 'sesame', (s: string) => `password = ${s}, clientSecret : "${s}"`],
    ['a name in one word', 'sesame', (s: string) => `secretkey=${s}, secretaccesskey=${s}, apikey=${s}`],
    ['JSON inside a text', 'sesame', (s: string) => `sent {\\"password\\":\\"${s}\\"}`],
    ['a JWT', 'c2lnbmF0dXJl', (s: string) => `token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.${s} is old`],
    [
      'a private key',
      'MC4CAQAwBQYDK2Vw',
      (s: string) => `-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----`,
    ],
  ])('%s is taken out of any text', (_what, secret, inText) => {
    const { text, line } = createRedaction()
    expect(text(inText(secret))).not.toContain(secret)
    expect(line(JSON.stringify({ level: 'error', err: { stack: inText(secret) } }))).not.toContain(secret)
  })

  it.each([
    'Cookie: first=sesame; second=sesame;third="sesame sesame"; fourth=sesame',
    'Set-Cookie: first=sesame; Path=/; HttpOnly',
    'sent {\\"cookie\\":\\"first=sesame; second=sesame\\"}',
    "{ cookie: 'first=sesame; second=sesame' }",
  ])('every pair of a cookie is taken out of any text: %s', (text) => {
    const clean = createRedaction().text(`${text}, and what follows stays`)
    expect(clean).not.toContain('sesame')
    expect(clean).toMatch(/cookie.*\[secret\].*, and what follows stays$/i)
  })

  it.each([
    'authorization',
    'X-API-Key',
    'clientSecret',
    'new_private_key',
    'Set-Cookie',
    'databaseUrl',
    'seed',
  ])('the field %s is removed at any depth, with any value', (field) => {
    const line = createRedaction().line(
      JSON.stringify({ a: { b: [{ c: { [field]: { of: ['sesame'] }, kept: 1 } }] } }),
    )
    expect(JSON.parse(line)).toEqual({ a: { b: [{ c: { [field]: '[secret]', kept: 1 } }] } })
  })

  it('leaves other values unchanged', () => {
    const fields = {
      level: 'warn',
      tokenId: 'token_1',
      url: 'https://drops.example:443/a?b=c',
      reason: 'Unexpected token } in JSON; a Bearer token was missing',
      count: 3,
      nothing: null,
      masterKeyId: 'ab12',
    }
    expect(JSON.parse(createRedaction().line(JSON.stringify(fields)))).toEqual(fields)
    expect(createRedaction().text('not JSON at all\n')).toBe('not JSON at all\n')
  })

  it('takes time that grows with the length of the text alone, for any number of token prefixes', () => {
    const { text } = createRedaction()
    const cpuMsFor = (prefixes: number) => {
      const given = 'eyJaaaaaaaa-'.repeat(prefixes)
      const times = Array.from({ length: 3 }, () => {
        const before = process.cpuUsage()
        text(given)
        return process.cpuUsage(before).user / 1_000
      })
      return Math.min(...times)
    }
    const short = cpuMsFor(2_000)
    // With the square of the length, it would be 16 times as much.
    expect(cpuMsFor(8_000)).toBeLessThan(8 * Math.max(short, 1))
  })
})
