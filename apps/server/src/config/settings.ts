import {
  beaconSettings,
  factsSettings,
  fileSettings,
  humanCheckSettings,
  identitySettings,
} from './outside-service-settings.ts'
import {
  anyText,
  baseUrl,
  currencies,
  databaseUrl,
  environmentName,
  fraction,
  keyInHex,
  networks,
  numberOf,
  oneOf,
  onOff,
  origins,
  redisUrl,
  secondsList,
  secureOrigins,
  setting,
  usdRates,
  wholeNumber,
  workerCount,
} from './setting.ts'
import { suiSettings } from './sui-settings.ts'
import { userLimitSettings } from './user-limit-settings.ts'

const MAX_PER_MINUTE = 1_000_000_000
const LONGEST_KEY = 4_096
const MOST_AT_ONCE = 1_000_000
/** The largest number of workers. Run several servers for more processes on one database. */
export const MOST_WORKERS = 8

/** Every environment variable that the server reads, by its name in `Config`. */
export const SETTINGS = {
  environment: setting({
    name: 'NODE_ENV',
    default: null,
    expects: 'production, or a word that does not begin with prod',
    meaning: 'With `production`, the server refuses to start with unsafe settings, and lists them.',
    schema: environmentName,
  }),
  port: setting({
    name: 'PORT',
    default: '4000',
    meaning: 'Port to listen on; 0 chooses a free one.',
    ...wholeNumber(0, 65_535),
  }),
  host: setting({
    name: 'HOST',
    default: '127.0.0.1',
    expects: 'an address or a name of this machine',
    meaning: 'Address to listen on; 0.0.0.0 or :: for all addresses, localhost for 127.0.0.1.',
    schema: anyText.regex(/^[^\s/]+$/),
  }),
  publicUrl: setting({
    name: 'PUBLIC_URL',
    default: null,
    defaultText: 'the address it listens on',
    meaning:
      'Public URL of this server. Links in answers start with it. The web pages need the root of a host, so it has a path only with WEB=0.',
    ...baseUrl,
  }),
  drainSeconds: setting({
    name: 'DRAIN_SECONDS',
    default: '2',
    meaning:
      'How long the server still serves requests after SIGTERM while /readyz answers 503, so that load balancers stop sending requests first; 0 = stop at once.',
    ...wholeNumber(0, 5),
  }),
  workers: setting({
    name: 'WORKERS',
    default: '1',
    meaning: `Processes that share the port and the work of this server; on SQLite, one of them commits all claims. auto = one per core, at most ${MOST_WORKERS}, and 1 on SQLite.`,
    ...workerCount(MOST_WORKERS),
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    default: null,
    expects: 'a comma-separated list of addresses or networks, such as 10.0.0.0/8 or loopback',
    meaning: 'Proxies whose X-Forwarded-For header is trusted.',
    schema: networks,
  }),
  corsOrigins: setting({
    name: 'CORS_ORIGINS',
    default: null,
    expects: 'a comma-separated list of origins such as https://app.example, or *',
    meaning: 'Origins whose web pages may call this server from a browser.',
    schema: origins,
  }),
  web: setting({
    name: 'WEB',
    default: '1',
    meaning: 'Whether to serve web pages, with anonymous visitors who can read public data.',
    ...onOff,
  }),
  webImageOrigins: setting({
    name: 'WEB_IMAGE_ORIGINS',
    default: null,
    expects: 'a comma-separated list of origins such as https://images.example',
    meaning: 'Origins, besides this server, from which web pages may load images.',
    schema: secureOrigins,
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    default: './data',
    expects: 'a folder',
    meaning: 'Folder for files and, by default, the SQLite database. Created if it does not exist.',
    schema: anyText,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    default: null,
    defaultText: 'sqlite:./data/dropkit.db (in DATA_DIR)',
    expects: 'sqlite:PATH or a postgres:// URL',
    meaning: 'The database. SQLite supports one machine, Postgres any number of servers.',
    // The URL may contain a password.
    isSecret: true,
    schema: databaseUrl,
  }),
  databaseConnections: setting({
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    meaning: 'Maximum number of connections of each worker to Postgres, plus one that listens.',
    ...wholeNumber(4, 1_000),
  }),
  redisUrl: setting({
    name: 'REDIS_URL',
    default: null,
    meaning:
      'Redis in which several servers count requests together. Without it, each server counts its own.',
    isSecret: true,
    ...redisUrl,
  }),
  chain: setting({
    name: 'CHAIN',
    default: 'fake',
    meaning: 'The chain that pays claims. `fake` is a simulated chain in the same database.',
    ...oneOf(['fake', 'sui']),
  }),
  fakeChainAuto: setting({
    name: 'FAKE_CHAIN_AUTO',
    default: '1',
    meaning: 'With CHAIN=fake: whether a new drop gets a funded vault immediately.',
    ...onOff,
  }),
  ...suiSettings,
  ...beaconSettings,
  ...factsSettings,
  ...humanCheckSettings,
  masterKey: setting({
    name: 'MASTER_KEY',
    default: null,
    defaultText: 'with CHAIN=fake: created in DATA_DIR/master.key; required with CHAIN=sui',
    meaning: 'Key that encrypts the keys and seeds of drops. If you lose it, you lose them.',
    isSecret: true,
    ...keyInHex,
  }),
  masterKeyPrevious: setting({
    name: 'MASTER_KEY_PREVIOUS',
    default: null,
    meaning:
      'The previous MASTER_KEY during a rotation. `npm run master-key -- rotate` re-encrypts the secrets.',
    isSecret: true,
    ...keyInHex,
  }),
  bootstrapApiKey: setting({
    name: 'BOOTSTRAP_API_KEY',
    default: null,
    defaultText: 'a new key, printed once; in production written to DATA_DIR/admin-api-key',
    expects: `a string of 16 to ${LONGEST_KEY} characters`,
    meaning: 'API key of the user `admin`, for the first start with an empty database.',
    isSecret: true,
    schema: anyText.min(16).max(LONGEST_KEY),
  }),
  requestsPerMinute: setting({
    name: 'RATE_LIMIT_PER_MINUTE',
    default: '60000',
    meaning:
      'Requests per minute for each credential, counted by root fields, and one more for each full 64 KiB of an answer; 0 = no limit.',
    ...wholeNumber(0, MAX_PER_MINUTE),
  }),
  authFailuresPerMinute: setting({
    name: 'AUTH_FAILURES_PER_MINUTE',
    default: '20',
    meaning: 'Wrong credentials per minute from one address before it has to wait; 0 = no limit.',
    ...wholeNumber(0, MAX_PER_MINUTE),
  }),
  socketsPerCaller: setting({
    name: 'SOCKETS_PER_CALLER',
    default: '5000',
    meaning:
      'Open WebSockets of one user, or of all anonymous callers at one address, on one worker. All users of an address may have twice as many. Raise it if more people follow drops from behind one address, such as a proxy that is not in TRUSTED_PROXIES. 0 = no limit.',
    ...wholeNumber(0, MOST_AT_ONCE),
  }),
  subscriptionsPerCaller: setting({
    name: 'SUBSCRIPTIONS_PER_CALLER',
    default: '5000',
    meaning: 'The same for the subscriptions and other operations that run on these sockets; 0 = no limit.',
    ...wholeNumber(0, MOST_AT_ONCE),
  }),
  ...userLimitSettings,
  showRotatedKey: setting({
    name: 'SHOW_ROTATED_KEY',
    default: '1',
    meaning:
      'Whether the answer to POST /drops/<id>/rotate-key has the new private key. With 0, the key never leaves the server.',
    ...onOff,
  }),
  webhookAllowPrivate: setting({
    name: 'WEBHOOK_ALLOW_PRIVATE',
    default: null,
    defaultText: '1 with CHAIN=fake on a loopback HOST, else 0',
    meaning:
      'Whether webhooks may use private, loopback and link-local addresses. Addresses of cloud metadata services, such as 169.254.169.254, are always refused.',
    ...onOff,
  }),
  eventRetentionDays: setting({
    name: 'EVENT_RETENTION_DAYS',
    default: '0',
    meaning:
      'For how many days events are kept; older ones are removed from the beginning of the log, unless they have a delivery that is kept (30 days after its end, or after its webhook was disabled). Readers that resume are refused if later events were removed. 0 = forever.',
    ...numberOf('days', 36_500),
  }),
  webhookRetrySeconds: setting({
    name: 'WEBHOOK_RETRY_SECONDS',
    default: '5,300,1800,7200,18000,36000,36000',
    expects: 'a comma-separated list of 1 to 50 numbers of seconds',
    meaning: 'Delay before each retry of a failed webhook delivery.',
    schema: secondsList,
  }),
  ...fileSettings,
  ...identitySettings,
  currencies: setting({
    name: 'CURRENCIES',
    default:
      'SUI:9:0x2::sui::SUI,USDC:6:0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
    expects: 'a comma-separated list of CODE:DECIMALS:COINTYPE, each code once',
    meaning:
      'Currencies for prices. The first one is the default. Keep a currency as long as drops or payments use it: without it, their amounts are shown in its smallest units.',
    schema: currencies,
  }),
  usdRates: setting({
    name: 'USD_RATES',
    default: 'SUI:1,USDC:1',
    expects: 'a comma-separated list of CODE:DOLLARS, each code once',
    meaning:
      'Value of one unit of each currency in US dollars, for display; 0 if missing. The default is not a market rate.',
    schema: usdRates,
  }),
  traceEndpoint: setting({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: null,
    defaultText: 'none: no traces',
    meaning:
      'Endpoint for traces (OTLP over HTTP), such as http://127.0.0.1:4318. OTEL_EXPORTER_OTLP_HEADERS adds headers.',
    // The URL may contain a credential.
    isSecret: true,
    ...baseUrl,
  }),
  tracesSampled: setting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    expects: 'a number from 0 to 1',
    meaning: 'Share of traces that is sent.',
    schema: fraction,
  }),
  metricsAgeMs: setting({
    name: 'METRICS_AGE_MS',
    default: '1000',
    meaning:
      'How long the server reuses the text of /metrics, so that many requests for it cost little. 0 = reads the metrics for each request.',
    ...numberOf('milliseconds', 60_000),
  }),
  stallWindowMs: setting({
    name: 'STALL_WINDOW_MS',
    default: '300000',
    meaning:
      'For how long /metrics shows a stall of the event loop. Use at least your scrape interval. 0 = until /metrics is read.',
    ...numberOf('milliseconds', 86_400_000),
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'Lowest level of log lines (JSON on standard error).',
    ...oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
} as const

/** The settings as table rows, for the documentation and for --help. */
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
