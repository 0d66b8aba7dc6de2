import { isIP } from 'node:net'
import { type Currency, parseAddress } from '@dropkit/core'
import { parseCoinType } from '@dropkit/core/internal'
import { bech32 } from '@scure/base'
import { z } from 'zod'

/** The form of a value. */
interface Form<Value> {
  /** What the value must be. Error messages put it after "must be". */
  readonly expects: string
  /**
   * Parses the variable's text, trimmed and not empty. `expects` is the only error message, so the messages of the schema are
   * never shown.
   */
  readonly schema: z.ZodType<Value, string>
}

/** One environment variable: how it is parsed and what the documentation says about it. */
export interface Setting<Value> extends Form<Value> {
  readonly name: string
  /** The default, as an operator would write it. Null if there is no default. */
  readonly default: string | null
  /** The default for the documentation, if it depends on other settings. */
  readonly defaultText?: string
  readonly meaning: string
  /** Whether the value must not appear in error messages. */
  readonly isSecret?: boolean
}

/** Infers the exact type of a setting that is written as a plain object. */
export const setting = <Value, const Given extends Setting<Value>>(given: Given & Setting<Value>): Given =>
  given

export const anyText = z.string()

/** An abbreviation of production would start a server without the checks of production. */
export const environmentName = z.string().refine((text) => !/^prod(?!uction$)/i.test(text))

const numberIn = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))

export const wholeNumber = (min: number, max: number) => ({
  expects: `a whole number from ${min} to ${max}`,
  schema: numberIn(min, max),
})

/** A number of this unit, or 0. */
export const numberOf = (unit: string, max: number) => ({
  expects: `a whole number of ${unit} up to ${max}`,
  schema: numberIn(0, max),
})

export const amount = {
  expects: 'a whole number of at most 15 digits',
  schema: numberIn(0, 999_999_999_999_999),
}

export const workerCount = (most: number) => ({
  expects: `auto or a whole number from 1 to ${most}`,
  schema: z.union([z.literal('auto'), numberIn(1, most)]),
})

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => ({
  expects: alternatives.format(words),
  schema: z.string().pipe(z.enum(words)),
})

const SWITCH_VALUES = { '1': true, true: true, '0': false, false: false } as const

export const onOff = {
  expects: '1, 0, true or false',
  schema: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['1', 'true', '0', 'false']))
    .transform((word) => SWITCH_VALUES[word]),
}

const isUrlOf = (protocols: readonly string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

const urlOf = (...protocols: readonly string[]) => z.string().refine(isUrlOf(protocols))

/** `fetch` refuses every request to a URL with a user name or a password. */
const hasNoCredential = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

export const httpUrl = {
  expects: 'an http:// or https:// URL without a user name',
  schema: urlOf('http:', 'https:').refine(hasNoCredential),
}

export const redisUrl = { expects: 'a redis:// or rediss:// URL', schema: urlOf('redis:', 'rediss:') }

/** The server sends a secret to this URL, so http:// is allowed only for this machine. */
export const turnstileUrl = z.string().refine((text) => {
  if (!hasNoCredential(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+)$/.test(hostname))
})

/** A URL in normal form and without slashes at the end, so that a path can be appended. */
export const baseUrl = {
  expects: 'an http:// or https:// URL without a user name, ? or #',
  schema: httpUrl.schema
    .refine((text) => !/[?#]/.test(text))
    .transform((text) => new URL(text).href.replace(/\/+$/, '')),
}

export const databaseUrl = z
  .string()
  .refine((text) => /^sqlite:./.test(text) || isUrlOf(['postgres:', 'postgresql:'])(text))

export const keyInHex = {
  expects: '64 hex digits',
  schema: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .transform((text): Uint8Array => Buffer.from(text, 'hex')),
}

/** An object address, normalized to its full length. */
export const objectId = {
  expects: '0x and up to 64 hex digits',
  schema: z.string().transform((text, context) => {
    const parsed = parseAddress(text, 'id')
    if (parsed.ok) return parsed.value
    context.issues.push({ code: 'custom', input: text, message: 'no address' })
    return z.NEVER
  }),
}

/** The signature schemes Ed25519, Secp256k1 and Secp256r1: the first byte of the encoded key, before its 32 bytes. */
const SUI_KEY_SCHEMES = [0, 1, 2]
const SUI_KEY_BYTES = 33

/** A private key as wallets export it. Its checksum is verified, so that a typing error is found immediately. */
export const suiPrivateKey = {
  expects: 'a private key, which begins with suiprivkey1',
  schema: z.string().refine((text) => {
    const decoded = bech32.decodeUnsafe(text)
    if (decoded?.prefix !== 'suiprivkey') return false
    const bytes = bech32.fromWordsUnsafe(decoded.words)
    return bytes?.length === SUI_KEY_BYTES && SUI_KEY_SCHEMES.includes(bytes[0] ?? -1)
  }),
}

/** A list separated by commas. Blanks, and a comma at the end, are ignored. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

export const baseUrls = list.pipe(z.array(baseUrl.schema).min(1).max(20))

const isOrigin = (text: string): boolean =>
  isUrlOf(['http:', 'https:'])(text) && new URL(text).origin === text.toLowerCase()

/** Origins as browsers send them, or a single `*` for all. */
export const origins = list.pipe(
  z.union([
    z.tuple([z.literal('*')]),
    z
      .array(
        z
          .string()
          .refine(isOrigin)
          .transform((text) => text.toLowerCase()),
      )
      .min(1),
  ]),
)

/** Origins whose pages cannot be changed in transit. */
export const secureOrigins = list.pipe(
  z
    .array(
      z
        .string()
        .refine((text) => isOrigin(text) && text.toLowerCase().startsWith('https:'))
        .transform((text) => text.toLowerCase()),
    )
    .min(1),
)

/** Host names and addresses, without ports. */
export const hosts = list.pipe(z.array(z.string().regex(/^[A-Za-z0-9_.:[\]-]{1,253}$/)).min(1))

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
const NETWORK = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/

function isNetwork(text: string): boolean {
  const [, address = '', prefix = '1'] = NETWORK.exec(text) ?? []
  const version = isIP(address)
  const isPrefix = Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128)
  return NAMED_NETWORKS.includes(text) || (version !== 0 && isPrefix)
}

/** Addresses and networks in the format of proxy-addr. */
export const networks = list.pipe(z.array(z.string().refine(isNetwork)).min(1))

const plainNumber = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,12})?$/)
  .transform(Number)

export const fraction = plainNumber.pipe(z.number().max(1))

export const secondsList = list.pipe(
  z
    .array(plainNumber.pipe(z.number().max(30 * 86_400)))
    .min(1)
    .max(50),
)

const currencyCode = z.string().regex(/^[A-Z][A-Z0-9]{0,15}$/)

const currency = z
  .string()
  .regex(/^[^:]+:\d{1,2}:/)
  .transform((text, context): Currency => {
    const [code = '', decimals = ''] = text.split(':', 2)
    const coinType = text.slice(code.length + decimals.length + 2)
    const isCoinType = parseCoinType(coinType, 'coinType').ok
    if (!currencyCode.safeParse(code).success || Number(decimals) > 18 || !isCoinType) {
      context.issues.push({ code: 'custom', input: text, message: 'not a currency' })
      return z.NEVER
    }
    return { code, coinType, decimals: Number(decimals) }
  })

export const currencies = list.pipe(
  z
    .array(currency)
    .min(1)
    .refine((all) => new Set(all.map(({ code }) => code)).size === all.length),
)

const rate = z.string().transform((text, context): readonly [string, number] => {
  const [code = '', usd = '', ...more] = text.split(':')
  const parsed = plainNumber.safeParse(usd)
  if (more.length > 0 || !currencyCode.safeParse(code).success || !parsed.success) {
    context.issues.push({ code: 'custom', input: text, message: 'not a rate' })
    return z.NEVER
  }
  return [code, parsed.data]
})

export const usdRates = list
  .pipe(
    z
      .array(rate)
      .min(1)
      .refine((all) => new Map(all).size === all.length),
  )
  .transform((rates): ReadonlyMap<string, number> => new Map(rates))
