import type { Setting } from '../config/setting.ts'
import { SETTINGS } from '../config/settings.ts'

/** Removes secrets from text before it is logged or printed. */
export interface Redaction {
  /** Redacts text, for example an error message. */
  text(text: string): string
  /** Redacts one JSON log line. The line end is preserved. */
  line(line: string): string
}

const CENSORED = '[secret]'

/** The names of fields that always contain a secret, in lower case and letters only. */
const SECRET_FIELDS = new Set(
  `authorization proxyauthorization cookie setcookie password passwd secret secrets clientsecret previoussecret earliersecrets
   webhooksecret apikey xapikey masterkey masterkeyprevious privatekey newprivatekey secretkey secretaccesskey
   accesskeyid sessiontoken securitytoken token accesstoken refreshtoken idtoken bearer jwt credentials
   connectionstring databaseurl redisurl signature webhooksignature seed mnemonic bootstrapapikey operatorkey
   treasurykey walletkey pgpassword suioperatorkey suitreasurykey suirpcurl s3secretaccesskey`.split(/\s+/),
)

/** Patterns that recognize secrets by their format. */
const FORMS: readonly (readonly [form: RegExp, instead: string])[] = [
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    `${CENSORED}: a private key`,
  ],
  [/\b(dk|ds)_[0-9A-Za-z]{12,}/g, `$1_${CENSORED}`],
  [/\bdv_[\w-]{12,}/g, `dv_${CENSORED}`],
  [/\bwhsec_[0-9A-Za-z+/=_-]{8,}/g, `whsec_${CENSORED}`],
  [/\bsuiprivkey1[0-9a-z]{8,}/gi, `suiprivkey1${CENSORED}`],
  // The upper bound keeps the match fast on a text with many possible beginnings. No real header is longer.
  [/\beyJ[\w-]{8,4096}\.[\w-]{8,}\.[\w-]*/g, CENSORED],
  [/\bAKIA[0-9A-Z]{16}\b/g, CENSORED],
  // The password of a URL, up to the last @ before a blank or a quote. A password that was not URL-encoded may contain any
  // other character.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"'`]{0,256}):[^\s"'`]{0,512}@/gi, `$1:${CENSORED}@`],
  [/\b(Bearer|Basic)\s+[^\s"',;)}\]\\]{8,}/gi, `$1 ${CENSORED}`],
  // All pairs of the header, because the session cookie is rarely the first.
  [
    /\b((?:set-)?cookie)(\\?["']?\s*[=:]\s*\\?["']?)(?:="[^"\r\n\\]*"|;\s+|[^\s"',)}\]\\])+/gi,
    `$1$2${CENSORED}`,
  ],
  [
    /\b((?:proxy-)?authorization|[a-z0-9_-]{0,40}(?:pass(?:word|wd)|secret(?:[_-]?access)?(?:[_-]?key)?)|api[_-]?key|x-api-key|(?:master|private|operator|treasury|wallet)[_-]?key(?:_previous)?|(?:access|refresh|session|id)[_-]?token|webhook-signature)(\\?["']?\s*[=:]\s*\\?["']?)(?:(?:Bearer|Basic)\s+)?[^\s"',;&)}\]\\]+/gi,
    `$1$2${CENSORED}`,
  ],
]

/** @param secrets Values that are always redacted: the secrets of the settings. */
export function createRedaction(secrets: readonly string[] = []): Redaction {
  // The longest first, because one secret may contain another.
  const known = [...new Set(secrets)].filter((secret) => secret !== '').sort((a, b) => b.length - a.length)
  const anyKnown = known.length === 0 ? null : new RegExp(known.map(literally).join('|'), 'gi')

  function text(given: string): string {
    let clean = anyKnown === null ? given : given.replace(anyKnown, CENSORED)
    for (const [form, instead] of FORMS) clean = clean.replace(form, instead)
    return clean
  }

  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given)
    if (Array.isArray(given)) return given.map(value)
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(
      Object.entries(given).map(([name, held]) => [
        text(name),
        isSecretField(name) && held !== null ? CENSORED : value(held),
      ]),
    )
  }

  return {
    text,
    line(given) {
      try {
        return `${JSON.stringify(value(JSON.parse(given)))}\n`
      } catch {
        return text(given)
      }
    },
  }
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const isSecretField = (name: string): boolean =>
  SECRET_FIELDS.has(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase())

const TRACE_HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS'
/** Secrets that libraries read from the environment themselves. */
const OF_LIBRARIES = [
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  TRACE_HEADERS,
  'PGPASSWORD',
  'SUI_WALLET_KEY',
]
/** Shorter secrets are not redacted, because they occur in ordinary text by chance. */
const SHORTEST = 8

const secretSettings = Object.entries<Setting<unknown>>(SETTINGS).filter(
  ([, { isSecret, name }]) => isSecret === true || name === 'S3_ACCESS_KEY_ID',
)

/** The secrets among environment variables, valid or not. Used to redact messages before the settings are read. */
export const secretsInEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] => [
  ...secretSettings.flatMap(([, { name }]) => secretsIn(environment[name]?.trim())),
  ...secretsOfLibraries(environment),
]

/** The secrets among environment variables that are not settings of Dropkit but are read by libraries. */
export const secretsOfLibraries = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] => [
  ...OF_LIBRARIES.flatMap((name) => secretsIn(environment[name]?.trim())),
  ...secretsInHeaders(environment[TRACE_HEADERS] ?? ''),
]

/** The secrets in the settings that were read. */
export const secretsInSettings = (values: Readonly<Record<string, unknown>>): readonly string[] =>
  secretSettings.flatMap(([key]) => secretsIn(values[key]))

function secretsIn(value: unknown): readonly string[] {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value)
    return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]
  }
  if (typeof value !== 'string' || value.startsWith('sqlite:')) return []
  const found = URL.canParse(value) && value.includes('://') ? secretsInUrl(new URL(value)) : [value]
  return found.filter((secret) => secret.length >= SHORTEST)
}

/** The password, and the parts of the path and the query that may be a provider's credential. */
function secretsInUrl({ protocol, username, password, pathname, searchParams }: URL): readonly string[] {
  const isSaid = password === username
  const passwords = isSaid ? [] : [password, decoded(password)]
  // The path of a Postgres URL is the name of the database, and its parameters are names, except for the passwords.
  if (protocol.startsWith('postgres'))
    return [...passwords, ...['password', 'sslpassword'].flatMap((name) => searchParams.getAll(name))]
  return [
    ...passwords,
    ...pathname.split('/').filter((part) => part.length >= 2 * SHORTEST),
    ...searchParams.values(),
  ]
}

/** The values in `name=value,name=value`, both as written and URL-decoded. */
const secretsInHeaders = (headers: string): readonly string[] =>
  headers.split(',').flatMap((pair) => {
    const value = pair.slice(pair.indexOf('=') + 1).trim()
    return [value, decoded(value)].flatMap(secretsIn)
  })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
