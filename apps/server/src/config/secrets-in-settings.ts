import type { Setting } from './setting.ts'
import { SETTINGS } from './settings.ts'

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
function secretsInUrl({ username, password, pathname, searchParams }: URL): readonly string[] {
  const isSaid = password === username
  return [
    ...(isSaid ? [] : [password, decoded(password)]),
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
