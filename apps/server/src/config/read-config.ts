import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { SponsorLimits } from '@dropkit/adapter-chain'
import { err, ok, type Result } from '@dropkit/core'
import type { z } from 'zod'
import { secretsOfLibraries } from '../log/redaction.ts'
import { DEMO_ADVICE, productionErrors } from './production-checks.ts'
import type { Setting } from './setting.ts'
import { MOST_WORKERS, SETTINGS } from './settings.ts'
import { missingForSui, type SuiConfig, suiConfigFrom } from './sui-settings.ts'

type Settings = typeof SETTINGS
/** The value of each setting or its default. Undefined if it has neither. */
type Values = {
  readonly [Name in keyof Settings]:
    | z.infer<Settings[Name]['schema']>
    | (Settings[Name]['default'] extends string ? never : undefined)
}

/** The whole configuration, parsed and checked. */
export interface Config extends Values {
  readonly databaseUrl: string
  /** The number of workers, with `auto` resolved. */
  readonly workers: number
  readonly beacon: 'local' | 'drand'
  readonly webhookAllowPrivate: boolean
  readonly s3PathStyle: boolean
  /** Null with CHAIN=fake. */
  readonly sui: SuiConfig | null
  /** The limits of the gas that the service pays for claimers. Null if it pays none. */
  readonly sponsoring: SponsorLimits | null
  /** Secrets that libraries read from the environment themselves. They must not be shown. */
  readonly secretsOfLibraries: readonly string[]
}

/** What the settings are read for: the service, or Sui account commands, which work with any CHAIN. */
export type Purpose = 'service' | 'sui_account'

/** One sentence per error. Each begins with the variable's name. */
export type ConfigErrors = readonly [string, ...string[]]

/** Reads the configuration from environment variables. An empty variable counts as not set. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  purpose: Purpose = 'service',
): Result<Config, ConfigErrors> {
  const errors: string[] = []
  const read = Object.entries(SETTINGS).map(([key, given]) => [key, readSetting(given, environment, errors)])
  // Each entry was parsed with the schema of the setting of that name.
  const values = Object.fromEntries(read) as Values

  const isForService = purpose === 'service'
  const needsSui = values.chain === 'sui' || !isForService
  const isSet = (variable: string) => !isMissing(environment[variable])
  if (needsSui) errors.push(...missingForSui(isSet, { needsPackage: isForService }))
  if (needsSui && isForService && !isSet('MASTER_KEY'))
    errors.push('MASTER_KEY must be set with CHAIN=sui: 64 hex digits, stored safely outside this server')
  if (values.masterKeyPrevious !== undefined && !isSet('MASTER_KEY'))
    errors.push('MASTER_KEY must be set to the new key if MASTER_KEY_PREVIOUS is set')
  if ((values.s3AccessKeyId === undefined) !== (values.s3SecretAccessKey === undefined))
    errors.push('S3_ACCESS_KEY_ID must be set together with S3_SECRET_ACCESS_KEY')
  if ((values.turnstileSiteKey === undefined) !== (values.turnstileSecretKey === undefined))
    errors.push('TURNSTILE_SITE_KEY must be set together with TURNSTILE_SECRET_KEY')
  if (
    isForService &&
    values.web &&
    values.publicUrl !== undefined &&
    new URL(values.publicUrl).pathname !== '/'
  )
    errors.push(
      `PUBLIC_URL must have no path, because the web pages need the root of a host, or WEB must be 0; it is ${JSON.stringify(values.publicUrl)}`,
    )
  const openId = [values.openIdIssuer, values.openIdAudience, values.openIdJwksUrl]
  if (openId.some((given) => given === undefined) && openId.some((given) => given !== undefined))
    errors.push('OPENID_ISSUER, OPENID_AUDIENCE and OPENID_JWKS_URL must be set together')
  const codes = new Set(values.currencies?.map(({ code }) => code))
  for (const code of values.currencies && values.usdRates ? values.usdRates.keys() : []) {
    if (!codes.has(code) && isSet('USD_RATES'))
      errors.push(`USD_RATES must name currencies of CURRENCIES; ${code} is not one`)
  }
  if (isForService && values.environment?.toLowerCase() === 'production') {
    const refused = productionErrors(values, isSet)
    errors.push(...refused, ...(refused.length > 0 ? [DEMO_ADVICE] : []))
  }
  const databaseUrl = values.databaseUrl ?? `sqlite:${join(values.dataDir, 'dropkit.db')}`
  const [first, ...others] = errors
  if (first !== undefined) return err([first, ...others])
  return ok({
    ...values,
    databaseUrl,
    workers: values.workers === 'auto' ? workersFor(databaseUrl) : values.workers,
    dataDir: resolve(values.dataDir),
    beacon: values.beacon ?? (values.chain === 'fake' ? 'local' : 'drand'),
    s3PathStyle: values.s3PathStyle ?? values.s3Endpoint !== undefined,
    sui: needsSui ? suiConfigFrom(values) : null,
    sponsoring: sponsorLimitsFrom(values),
    secretsOfLibraries: secretsOfLibraries(environment),
    webhookAllowPrivate: values.webhookAllowPrivate ?? (values.chain === 'fake' && isLoopback(values.host)),
  })
}

const workersFor = (databaseUrl: string): number =>
  isSqliteUrl(databaseUrl) ? 1 : Math.min(MOST_WORKERS, availableParallelism())

function sponsorLimitsFrom(values: Values): SponsorLimits | null {
  const perDay = BigInt(values.suiSponsorBudgetMist)
  const perDrop = BigInt(values.suiSponsorDropBudgetMist)
  const perWallet = BigInt(values.suiSponsorWalletBudgetMist)
  return perDay === 0n ? null : { perDay, perDrop, perWallet }
}

function readSetting(
  given: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
  errors: string[],
): unknown {
  const { name, schema, expects, isSecret = false } = given
  const set = environment[name]
  const text = isMissing(set) ? given.default : set.trim()
  if (text === null) return undefined
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data
  errors.push(`${name} must be ${expects}${isSecret ? '' : `; it is ${shown(text)}`}`)
  return undefined
}

/** The longest part of a wrong value that an error message repeats. */
const SHOWN_CHARACTERS = 200

const shown = (text: string): string =>
  text.length <= SHOWN_CHARACTERS
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, SHOWN_CHARACTERS))}… (${text.length} characters)`

const isMissing = (text: string | undefined): text is undefined | '' =>
  text === undefined || text.trim() === ''

/** Whether a server that listens on this host can only be reached from this machine. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

export const isSqliteUrl = (databaseUrl: string): boolean => databaseUrl.startsWith('sqlite:')

/** The name of the store in messages. Only a Postgres URL may contain a password, so only that is hidden. */
export const storeName = (databaseUrl: string): string =>
  isSqliteUrl(databaseUrl)
    ? `${databaseUrl} (DATABASE_URL, or without it DATA_DIR, says where)`
    : 'of DATABASE_URL'

/** Settings with shorter names are not compared by letter, because too many other names are similar. */
const SHORTEST = 7
const NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name)

/**
 * One sentence for each environment variable whose name resembles a setting. Without this warning, the server would ignore
 * a misspelled `DATABSE_URL` and write to another store.
 */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const others = Object.keys(environment).filter((name) => environment[name] && !NAMES.includes(name))
  return others.flatMap((name) => {
    const meant = NAMES.find((setting) => environment[setting] === undefined && isNear(name, setting))
    return meant === undefined ? [] : [`${name} is not a setting. Is ${meant} meant?`]
  })
}

const letters = (name: string): string => name.replaceAll('_', '').toUpperCase()

function isNear(name: string, setting: string): boolean {
  if (letters(name) === letters(setting)) return true
  return setting.length >= SHORTEST && isOneSlipAway(name, setting)
}

/** True if the names differ by one inserted, deleted or replaced letter, or by two swapped neighboring letters. */
function isOneSlipAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [left, right] = [one.slice(start), other.slice(start)]
  const swapped = `${left[1] ?? ''}${left[0] ?? ''}${left.slice(2)}`
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.length > 1 && swapped === right)
  )
}
