/** The least number of different bytes. A random key of 32 bytes has fewer with a probability below 10^-14. */
const LEAST_DISTINCT_BYTES = 16
const LEAST_DISTINCT_CHARACTERS = 8

/**
 * Whether a 32-byte key looks invented instead of random: a repeated byte or pattern, consecutive numbers, or text. A
 * random key is wrongly reported with a probability below 10^-13.
 */
function isGuessableKey(key: Uint8Array): boolean {
  if (new Set(key).size < LEAST_DISTINCT_BYTES) return true
  const steps = new Set(key.subarray(1).map((byte, index) => byte - (key[index] ?? 0)))
  if (steps.size < 4) return true
  const half = key.length / 2
  if (key.subarray(0, half).every((byte, index) => byte === key[half + index])) return true
  return key.every((byte) => byte >= 0x20 && byte < 0x7f)
}

const PLACEHOLDERS =
  /change.?me|replace.?me|your.?(?:api|key|secret)|example|placeholder|default|password|passw0rd|bootstrap|insecure|secret.?key|test.?key|letmein|qwerty|0123456789|1234567890|abcdefgh/i

/** Whether an API key is a usual placeholder, or has very few different characters. */
const isPlaceholder = (secret: string): boolean =>
  PLACEHOLDERS.test(secret) || new Set(secret).size < LEAST_DISTINCT_CHARACTERS

/** The values of `readConfig` that production checks. Undefined if neither a value nor a default exists. */
export interface JudgedValues {
  readonly chain: 'fake' | 'sui' | undefined
  readonly masterKey: Uint8Array | undefined
  readonly masterKeyPrevious: Uint8Array | undefined
  readonly bootstrapApiKey: string | undefined
  readonly webhookAllowPrivate: boolean | undefined
  readonly beacon: 'local' | 'drand' | undefined
  readonly publicUrl: string | undefined
  readonly corsOrigins: readonly string[] | undefined
  readonly openIdJwksUrl: string | undefined
  readonly factsUrl: string | undefined
  readonly factsPrivateHosts: readonly string[] | undefined
}

/** Ends the list of errors, for operators who only want a demonstration. */
export const DEMO_ADVICE =
  'NODE_ENV is production, which refuses these settings. For a demonstration, unset NODE_ENV or set NODE_ENV=demo'

/**
 * The settings that are valid but unsafe in production, one sentence each that begins with the setting's name. The defaults
 * are made for trials: with each of these the server would start and work, but expose something.
 */
export function productionErrors(
  values: JudgedValues,
  isSet: (variable: string) => boolean,
): readonly string[] {
  const { chain, masterKey, masterKeyPrevious, bootstrapApiKey, publicUrl, corsOrigins } = values
  const errors: string[] = []
  if (chain === 'fake') errors.push('CHAIN must be sui: anyone can give themselves coins on the fake chain')
  // With CHAIN=sui, `readConfig` reports this already.
  if (chain !== 'sui' && !isSet('MASTER_KEY'))
    errors.push(
      'MASTER_KEY must be set: 64 hex digits (openssl rand -hex 32); the server does not create one in production',
    )
  for (const [name, key] of [
    ['MASTER_KEY', masterKey],
    ['MASTER_KEY_PREVIOUS', masterKeyPrevious],
  ] as const) {
    if (key !== undefined && isGuessableKey(key))
      errors.push(`${name} must be a random key (openssl rand -hex 32); this one is easy to guess`)
  }
  if (bootstrapApiKey !== undefined && isPlaceholder(bootstrapApiKey))
    errors.push(
      'BOOTSTRAP_API_KEY must be a random string (openssl rand -hex 24), or not set; this one is easy to guess',
    )
  if (values.webhookAllowPrivate === true)
    errors.push(
      'WEBHOOK_ALLOW_PRIVATE must be 0: with 1, any user can reach your private network through a webhook',
    )
  if (values.beacon === 'local')
    errors.push('BEACON must be drand: with local, the operator can predict every draw')
  if (!isSet('PUBLIC_URL')) errors.push('PUBLIC_URL must be set to the public URL of this server, https://…')
  else if (publicUrl !== undefined && !isTls(publicUrl))
    errors.push(
      `PUBLIC_URL must be an https:// URL, because clients send API keys to it; it is ${JSON.stringify(publicUrl)}`,
    )
  const plain = (corsOrigins ?? []).filter((origin) => origin !== '*' && !isTls(origin))
  if (plain.length > 0)
    errors.push(
      `CORS_ORIGINS must be https:// origins, because anyone on the network can change pages of ${plain.join(', ')}`,
    )
  if (values.openIdJwksUrl !== undefined && !isTls(values.openIdJwksUrl))
    errors.push(
      'OPENID_JWKS_URL must be an https:// URL: an attacker who can change those keys can sign in as anyone',
    )
  if (
    values.factsUrl !== undefined &&
    !isTls(values.factsUrl) &&
    !isNamed(values.factsUrl, values.factsPrivateHosts)
  )
    errors.push(
      'FACTS_URL must be an https:// URL, or its host in FACTS_PRIVATE_HOSTS: anyone who can change its answers decides who may claim',
    )
  return errors
}

const isNamed = (url: string, hosts: readonly string[] = []): boolean =>
  hosts.some((host) => host.toLowerCase() === URL.parse(url)?.hostname)

const isTls = (url: string): boolean => url.toLowerCase().startsWith('https://')
