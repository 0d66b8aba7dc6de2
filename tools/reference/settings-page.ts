import { USAGES } from '../../apps/server/src/cli/run-command-line.ts'
import {
  DEMO_ADVICE,
  type JudgedValues,
  productionErrors,
} from '../../apps/server/src/config/production-checks.ts'
import type { Setting } from '../../apps/server/src/config/setting.ts'
import { SETTINGS } from '../../apps/server/src/config/settings.ts'
import { code, heading, link, list, type Page, parts, prose, slugOf, table } from './markdown.ts'

/** The groups of settings, in the order of the reference. */
const SETTING_AREAS = {
  server: 'The server',
  pages: 'Web pages',
  store: 'The store',
  keys: 'Keys',
  chain: 'The chain',
  randomness: 'Public randomness',
  gating: 'Gating rules',
  human: 'Human checks',
  money: 'Currencies',
  limits: 'Limits',
  webhooks: 'Webhooks',
  files: 'Uploads',
  identity: 'Signing in by an OpenID provider',
  observing: 'Log, metrics and traces',
} as const

/** The group of each setting. A new setting needs an entry. */
const AREA_OF_SETTING: Readonly<Record<keyof typeof SETTINGS, keyof typeof SETTING_AREAS>> = {
  environment: 'server',
  port: 'server',
  host: 'server',
  publicUrl: 'server',
  drainSeconds: 'server',
  workers: 'server',
  trustedProxies: 'server',
  corsOrigins: 'server',
  web: 'pages',
  webImageOrigins: 'pages',
  dataDir: 'store',
  databaseUrl: 'store',
  databaseConnections: 'store',
  masterKey: 'keys',
  masterKeyPrevious: 'keys',
  bootstrapApiKey: 'keys',
  chain: 'chain',
  fakeChainAuto: 'chain',
  suiNetwork: 'chain',
  suiRpcUrl: 'chain',
  suiOperatorKey: 'chain',
  suiTreasuryKey: 'chain',
  suiPackageId: 'chain',
  suiNftRegistrarId: 'chain',
  suiKioskRulesPackageId: 'chain',
  suiLowBalanceMist: 'chain',
  suiIdlePollMs: 'chain',
  suiGasPriceCeilingPercent: 'chain',
  suiSponsorBudgetMist: 'chain',
  suiSponsorDropBudgetMist: 'chain',
  suiSponsorWalletBudgetMist: 'chain',
  beacon: 'randomness',
  beaconUrls: 'randomness',
  factsUrl: 'gating',
  factsToken: 'gating',
  factsPrivateHosts: 'gating',
  turnstileSiteKey: 'human',
  turnstileSecretKey: 'human',
  turnstileVerifyUrl: 'human',
  currencies: 'money',
  usdRates: 'money',
  requestsPerMinute: 'limits',
  authFailuresPerMinute: 'limits',
  gasPerUserDay: 'limits',
  gasPerDay: 'limits',
  dropsPerUserDay: 'limits',
  tokensPerUserDay: 'limits',
  transfersPerUserDay: 'limits',
  socketsPerCaller: 'limits',
  subscriptionsPerCaller: 'limits',
  storedBytesPerUser: 'limits',
  storedBytesPerUserDay: 'limits',
  intentsPerUserHour: 'limits',
  intentsPerDropHour: 'limits',
  newUsersPerAddressHour: 'limits',
  claimsPerDrop: 'limits',
  openVaultsPerUser: 'limits',
  openIntentsPerUser: 'limits',
  unpaidItemsPerBuyer: 'limits',
  unpaidPercentPerBuyer: 'limits',
  redisUrl: 'limits',
  showRotatedKey: 'keys',
  webhookAllowPrivate: 'webhooks',
  eventRetentionDays: 'webhooks',
  webhookRetrySeconds: 'webhooks',
  s3Bucket: 'files',
  s3Endpoint: 'files',
  s3Region: 'files',
  s3AccessKeyId: 'files',
  s3SecretAccessKey: 'files',
  s3Prefix: 'files',
  s3PathStyle: 'files',
  openIdIssuer: 'identity',
  openIdAudience: 'identity',
  openIdJwksUrl: 'identity',
  traceEndpoint: 'observing',
  tracesSampled: 'observing',
  metricsAgeMs: 'observing',
  stallWindowMs: 'observing',
  logLevel: 'observing',
}

/** The worst value of each setting that production checks, so that every error is produced. */
const WORST: { readonly [Name in keyof JudgedValues]-?: NonNullable<JudgedValues[Name]> } = {
  chain: 'fake',
  masterKey: new Uint8Array(32),
  masterKeyPrevious: new Uint8Array(32),
  bootstrapApiKey: 'change-me-change-me',
  webhookAllowPrivate: true,
  beacon: 'local',
  publicUrl: 'http://drops.example',
  corsOrigins: ['http://app.example'],
  openIdJwksUrl: 'http://id.example/keys',
  factsUrl: 'http://facts.example',
  factsPrivateHosts: [],
}

/** The errors of each setting when the server refuses to start in production, by the setting's name. */
export function productionRules(): ReadonlyMap<string, readonly string[]> {
  const said = new Set([...productionErrors(WORST, () => true), ...productionErrors(WORST, () => false)])
  said.delete(DEMO_ADVICE)
  const rules = new Map<string, string[]>()
  for (const sentence of said) {
    const name = /^[A-Z_]+/.exec(sentence)?.[0] ?? ''
    // The current value is removed from the message, because it is only an example here.
    const rule = sentence.replace(/; it is ".*"$/, '')
    rules.set(name, [...(rules.get(name) ?? []), rule])
  }
  return rules
}

export const settingsPage: Page = {
  file: 'settings.md',
  title: 'Settings',
  about: 'All settings of the server and its commands.',
  text: () => {
    const rules = productionRules()
    const areas = Object.entries(SETTING_AREAS)
    return parts(
      `Settings are environment variables. Libraries and commands also read ${code('OTEL_EXPORTER_OTLP_HEADERS')}, ${code('PGPASSWORD')}, the AWS variables and ${code('SUI_WALLET_KEY')}.`,
      `An empty variable counts as not set. The server does not start with an invalid value and lists all of them. With ${code('NODE_ENV=production')} it also refuses settings that are only for trying it out; each area lists these messages.`,
      list(areas.map(([, title]) => link(title, `#${slugOf(title)}`))),
      ...areas.map(([area, title]) => areaSection(area, title, rules)),
    )
  },
}

function areaSection(area: string, title: string, rules: ReadonlyMap<string, readonly string[]>): string {
  const settings = Object.entries<Setting<unknown>>(SETTINGS)
    .filter(([key]) => AREA_OF_SETTING[key as keyof typeof SETTINGS] === area)
    .map(([, setting]) => setting)
  const inProduction = settings.flatMap(({ name }) => rules.get(name) ?? [])
  return parts(
    heading(2, title),
    table(
      ['setting', 'what for', 'value', 'default'],
      settings.map((setting) => [
        `<a id="${setting.name.toLowerCase()}"></a>${code(setting.name)}`,
        proseWithSettings(setting.meaning) +
          (setting.isSecret === true ? ' A secret: it is never shown in the log.' : ''),
        proseWithSettings(setting.expects),
        defaultOf(setting),
      ]),
    ),
    inProduction.length === 0 ? '' : parts('In production:', list(inProduction.map(proseWithSettings))),
  )
}

const defaultOf = (setting: Setting<unknown>): string =>
  setting.defaultText === undefined && setting.default !== null
    ? setting.default.replaceAll(/[^,]+,?/g, (part) => `${code(part)} `)
    : proseWithSettings(setting.defaultText ?? 'none')

/** Formats names of settings as code, together with the value that follows a name. */
const proseWithSettings = (text: string): string =>
  prose(
    text.replaceAll(
      /`[^`]*`|\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b(?:=[\w-]+)?|\b(?:CHAIN|WEB|HOST|PORT)\b(?:=\w+)?/g,
      (found) => (found.startsWith('`') ? found : code(found)),
    ),
  )

export const commandsPage: Page = {
  file: 'commands.md',
  title: 'Commands',
  about: 'All commands of the command line.',
  text: () =>
    parts(
      `Commands need the same ${link('settings', settingsPage.file)} as the server. ${code('npm start -- --help')} prints this list.`,
      list(Object.keys(USAGES).map((name) => link(code(name), `#${name}`))),
      ...Object.entries(USAGES).map(([name, usage]) =>
        parts(heading(2, code(name)), ...readUsage(usage).map(commandSection)),
      ),
    ),
}

interface Described {
  call: string
  meaning: string
}

interface Command extends Described {
  readonly options: Described[]
  note: string
}

const COMMAND = /^ {2}(npm .*?) {2,}(\S.*)$/
const OPTION = /^ {10}(\[.+?\]) {2,}(\S.*)$/
/** A required option is written without brackets. The text after it continues the sentence. */
const MORE_OF_CALL = /^ {10}(--.+?) {2,}(\S.*)$/
const MORE_WORDS = /^ {40,}(\S.*)$/
const NOTE = /^ {10,11}(\S.*)$/

/** Parses the two columns of a command's help. */
function readUsage(usage: string): readonly Command[] {
  const commands: Command[] = []
  for (const line of usage.trimEnd().split('\n')) {
    const [, call = '', meaning = ''] = COMMAND.exec(line) ?? []
    if (call !== '') {
      commands.push({ call, meaning, options: [], note: '' })
      continue
    }
    const command = commands.at(-1)
    if (!command || !takesLine(command, line))
      throw new Error(`the help has a line of no known form: ${line}`)
  }
  return commands
}

function takesLine(command: Command, line: string): boolean {
  const option = OPTION.exec(line)
  const moreOfCall = MORE_OF_CALL.exec(line)
  const moreWords = MORE_WORDS.exec(line)
  const note = NOTE.exec(line)
  if (option) command.options.push({ call: option[1] ?? '', meaning: option[2] ?? '' })
  else if (moreOfCall) {
    command.call += ` ${moreOfCall[1]}`
    command.meaning += ` ${moreOfCall[2]}`
  } else if (moreWords) (command.options.at(-1) ?? command).meaning += ` ${moreWords[1]}`
  else if (note) command.note += ` ${note[1]}`
  return (option ?? moreOfCall ?? moreWords ?? note) !== null
}

/** The option names in brackets, for example in `[-- --json] [--seed NUMBER]`. */
const namesIn = (call: string): readonly string[] =>
  [...call.matchAll(/\[(?:-- )?([^\]]+)\]/g)].map(([, name = '']) => name)

const commandSection = ({ call, meaning, options, note }: Command): string =>
  parts(
    `${code(call)} ${proseWithSettings(meaning)}.`,
    note === '' ? '' : `${proseWithSettings(note.trim())}.`,
    table(
      ['option', 'what it does'],
      options.map((option) => [namesIn(option.call).map(code).join(', '), proseWithSettings(option.meaning)]),
    ),
  )
