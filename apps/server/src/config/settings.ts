import { fileSettings } from './file-settings.ts'
import { identitySettings } from './identity-settings.ts'
import { setting } from './setting.ts'
import { suiSettings } from './sui-settings.ts'
import { userLimitSettings } from './user-limit-settings.ts'
import {
  anyText,
  baseUrl,
  currencies,
  databaseUrl,
  fraction,
  keyInHex,
  networks,
  oneOf,
  onOff,
  origins,
  secondsList,
  secureOrigins,
  urlOf,
  usdRates,
  wholeNumber,
} from './value-schemas.ts'

const MAX_PER_MINUTE = 1_000_000_000
const LONGEST_KEY = 4_096

/** Every environment variable that the server reads, by the name it has in `Config`. */
export const SETTINGS = {
  environment: setting({
    name: 'NODE_ENV',
    default: null,
    defaultText: 'none',
    expects: 'a word',
    meaning: 'With production the server refuses to start on settings that are made for trying things out.',
    schema: anyText,
  }),
  port: setting({
    name: 'PORT',
    default: '4000',
    expects: 'a whole number from 0 to 65535',
    meaning: 'Port to listen on; 0 takes any that is free.',
    schema: wholeNumber(0, 65_535),
  }),
  host: setting({
    name: 'HOST',
    default: '127.0.0.1',
    expects: 'an address or a name of this machine',
    meaning: 'Address to listen on; 0.0.0.0 or :: for all.',
    schema: anyText.regex(/^[^\s/]+$/),
  }),
  publicUrl: setting({
    name: 'PUBLIC_URL',
    default: null,
    defaultText: 'where it listens',
    expects: 'an http:// or https:// URL',
    meaning: 'How the world reaches this server; links that it gives out begin with it.',
    schema: baseUrl,
  }),
  drainSeconds: setting({
    name: 'DRAIN_SECONDS',
    default: '2',
    expects: 'a whole number from 0 to 5',
    meaning:
      'How long after SIGTERM the server still serves everything while /readyz answers 503, so that a load balancer stops sending first; 0 = not at all.',
    schema: wholeNumber(0, 5),
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    default: null,
    defaultText: 'none',
    expects: 'a list of addresses or networks with commas between, such as 10.0.0.0/8 or loopback',
    meaning: 'Proxies whose X-Forwarded-For says where a request comes from.',
    schema: networks,
  }),
  corsOrigins: setting({
    name: 'CORS_ORIGINS',
    default: null,
    defaultText: 'none',
    expects: 'a list of origins such as https://app.example with commas between, or *',
    meaning: 'Web pages of which origins may call this server from a browser.',
    schema: origins,
  }),
  web: setting({
    name: 'WEB',
    default: '1',
    expects: '1, 0, true or false',
    meaning: 'Whether there are web pages, and visitors who read what is public without a credential.',
    schema: onOff,
  }),
  webImageOrigins: setting({
    name: 'WEB_IMAGE_ORIGINS',
    default: null,
    defaultText: 'none',
    expects: 'a list of origins such as https://images.example with commas between',
    meaning: 'From which origins web pages show pictures, besides this server.',
    schema: secureOrigins,
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    default: './data',
    expects: 'a folder',
    meaning: 'Folder for what is kept beside the database. Made when absent.',
    schema: anyText,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    default: null,
    defaultText: 'sqlite:./data/dropkit.db (in DATA_DIR)',
    expects: 'sqlite:PATH or a postgres:// URL',
    meaning: 'Where everything is kept. SQLite serves one machine, Postgres any number of servers.',
    // It may hold a password.
    isSecret: true,
    schema: databaseUrl,
  }),
  databaseConnections: setting({
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    expects: 'a whole number from 4 to 1000',
    meaning: 'Most connections of this server to Postgres at once, beside one that listens.',
    schema: wholeNumber(4, 1_000),
  }),
  redisUrl: setting({
    name: 'REDIS_URL',
    default: null,
    defaultText: 'none',
    expects: 'a redis:// or rediss:// URL',
    meaning: 'Where several servers count requests together; without it each counts its own.',
    isSecret: true,
    schema: urlOf('redis:', 'rediss:'),
  }),
  chain: setting({
    name: 'CHAIN',
    default: 'fake',
    expects: 'fake or sui',
    meaning: 'The chain that pays claims out; fake is one of our own, kept in the same store.',
    schema: oneOf(['fake', 'sui']),
  }),
  fakeChainAuto: setting({
    name: 'FAKE_CHAIN_AUTO',
    default: '1',
    expects: '1, 0, true or false',
    meaning: 'With CHAIN=fake: whether a new drop has its vault, filled, at once.',
    schema: onOff,
  }),
  ...suiSettings,
  masterKey: setting({
    name: 'MASTER_KEY',
    default: null,
    defaultText: 'with CHAIN=fake: made in DATA_DIR/master.key; must be set with CHAIN=sui',
    expects: '64 hex digits',
    meaning: "Key under which drops' keys and seeds are encrypted. Losing it loses them.",
    isSecret: true,
    schema: keyInHex,
  }),
  masterKeyPrevious: setting({
    name: 'MASTER_KEY_PREVIOUS',
    default: null,
    defaultText: 'none',
    expects: '64 hex digits',
    meaning:
      'The key before MASTER_KEY, while one takes over from the other: `npm run master-key -- rotate` re-encrypts.',
    isSecret: true,
    schema: keyInHex,
  }),
  bootstrapApiKey: setting({
    name: 'BOOTSTRAP_API_KEY',
    default: null,
    defaultText: 'a new key: printed once, or in production written to DATA_DIR/admin-api-key',
    expects: `a string of 16 to ${LONGEST_KEY} characters`,
    meaning: 'On the first start on an empty store: the API key of the user admin.',
    isSecret: true,
    schema: anyText.min(16).max(LONGEST_KEY),
  }),
  requestsPerMinute: setting({
    name: 'RATE_LIMIT_PER_MINUTE',
    default: '60000',
    expects: `a whole number from 0 to ${MAX_PER_MINUTE}`,
    meaning: 'Requests a minute for each credential, counted by root fields; 0 = no limit.',
    schema: wholeNumber(0, MAX_PER_MINUTE),
  }),
  authFailuresPerMinute: setting({
    name: 'AUTH_FAILURES_PER_MINUTE',
    default: '20',
    expects: `a whole number from 0 to ${MAX_PER_MINUTE}`,
    meaning: 'Bad credentials a minute from one address before it is told to wait; 0 = no limit.',
    schema: wholeNumber(0, MAX_PER_MINUTE),
  }),
  ...userLimitSettings,
  showRotatedKey: setting({
    name: 'SHOW_ROTATED_KEY',
    default: '1',
    expects: '1, 0, true or false',
    meaning:
      'Whether the answer to POST /drops/<id>/rotate-key has the new private key. With 0, the key never leaves the server.',
    schema: onOff,
  }),
  webhookAllowPrivate: setting({
    name: 'WEBHOOK_ALLOW_PRIVATE',
    default: null,
    defaultText: '1 with CHAIN=fake on a loopback HOST, else 0',
    expects: '1, 0, true or false',
    meaning:
      'Whether webhooks may go to private, loopback and link-local addresses; never to those at which clouds hand out credentials, such as 169.254.169.254.',
    schema: onOff,
  }),
  webhookRetrySeconds: setting({
    name: 'WEBHOOK_RETRY_SECONDS',
    default: '5,300,1800,7200,18000,36000,36000',
    expects: 'a list of 1 to 50 numbers of seconds with commas between',
    meaning: 'How long after each failed delivery of a webhook it is tried again.',
    schema: secondsList,
  }),
  ...fileSettings,
  ...identitySettings,
  currencies: setting({
    name: 'CURRENCIES',
    default:
      'SUI:9:0x2::sui::SUI,USDC:6:0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
    expects: 'a list of CODE:DECIMALS:COINTYPE with commas between, each code once',
    meaning: 'Currencies that drops can be priced in; the first is the default.',
    schema: currencies,
  }),
  usdRates: setting({
    name: 'USD_RATES',
    default: 'SUI:1,USDC:1',
    expects: 'a list of CODE:DOLLARS with commas between',
    meaning:
      'US dollars for one unit of each currency, for show; 0 for one that is missing. The default is no market rate.',
    schema: usdRates,
  }),
  traceEndpoint: setting({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: null,
    defaultText: 'none: no traces are made',
    expects: 'an http:// or https:// URL',
    meaning:
      'Where traces are sent by OTLP over HTTP, such as http://127.0.0.1:4318; headers by OTEL_EXPORTER_OTLP_HEADERS.',
    // It may hold a credential.
    isSecret: true,
    schema: baseUrl,
  }),
  tracesSampled: setting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    expects: 'a number from 0 to 1',
    meaning: 'How many traces of one are kept.',
    schema: fraction,
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    default: 'info',
    expects: 'fatal, error, warn, info, debug, trace or silent',
    meaning: 'From which level on the log (JSON lines on standard error) is written.',
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
} as const

/** The settings as rows of a table, for the documentation and for --help. */
export const settingsTable = (): readonly {
  readonly name: string
  readonly expects: string
  readonly default: string
  readonly meaning: string
}[] =>
  Object.values(SETTINGS).map(
    (given: {
      name: string
      expects: string
      default: string | null
      defaultText?: string
      meaning: string
    }) => ({
      name: given.name,
      expects: given.expects,
      default: given.defaultText ?? given.default ?? 'none',
      meaning: given.meaning,
    }),
  )
