import { anyText, baseUrl, baseUrls, hosts, httpUrl, oneOf, onOff, setting, turnstileUrl } from './setting.ts'

/** The settings of the OpenID provider whose tokens the server accepts as credentials. All three must be set, or none. */
export const identitySettings = {
  openIdIssuer: setting({
    name: 'OPENID_ISSUER',
    default: null,
    expects: 'a string',
    meaning:
      "Exact value of a token's `iss`. With all three OPENID_ settings, tokens of that provider are valid credentials. All headers of a request together may have 16 KiB.",
    schema: anyText,
  }),
  openIdAudience: setting({
    name: 'OPENID_AUDIENCE',
    default: null,
    expects: 'a string',
    meaning: "Required value in a token's `aud`.",
    schema: anyText,
  }),
  openIdJwksUrl: setting({
    name: 'OPENID_JWKS_URL',
    default: null,
    meaning: "URL of the provider's public keys.",
    ...httpUrl,
  }),
} as const

/** The keys for drops with humanCheck TURNSTILE. */
export const humanCheckSettings = {
  turnstileSiteKey: setting({
    name: 'TURNSTILE_SITE_KEY',
    default: null,
    expects: 'the site key of a Turnstile widget',
    meaning: 'Public key of a Cloudflare Turnstile widget. With it, drops can have humanCheck TURNSTILE.',
    schema: anyText.regex(/^[\w-]{1,100}$/),
  }),
  turnstileSecretKey: setting({
    name: 'TURNSTILE_SECRET_KEY',
    default: null,
    expects: 'the secret key of the same widget',
    meaning: 'Required with TURNSTILE_SITE_KEY.',
    isSecret: true,
    schema: anyText.regex(/^[\w-]{1,200}$/),
  }),
  turnstileVerifyUrl: setting({
    name: 'TURNSTILE_VERIFY_URL',
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    expects: 'an https:// URL, or an http:// URL of this machine, without a user name',
    meaning: 'Where the server has Turnstile verify proofs. Only a test needs another one.',
    schema: turnstileUrl,
  }),
} as const

/** The settings of the endpoint that provides the facts for rules of the kind `http_fact`. */
export const factsSettings = {
  factsUrl: setting({
    name: 'FACTS_URL',
    default: null,
    meaning:
      'HTTP endpoint that knows facts about wallets. With it, drops can have rules of the kind `http_fact`. All servers need the same one.',
    ...httpUrl,
  }),
  factsToken: setting({
    name: 'FACTS_TOKEN',
    default: null,
    expects: 'a token of ASCII characters without spaces',
    meaning: 'Sent to FACTS_URL as `Authorization: Bearer`.',
    isSecret: true,
    schema: anyText.regex(/^[\x21-\x7e]+$/),
  }),
  factsPrivateHosts: setting({
    name: 'FACTS_PRIVATE_HOSTS',
    default: null,
    expects: 'a comma-separated list of host names or addresses',
    meaning:
      'Hosts of FACTS_URL that may be, or resolve to, private or loopback addresses. All other hosts must be public.',
    schema: hosts,
  }),
} as const

/** The settings of the randomness beacon, which drops with public randomness use. */
export const beaconSettings = {
  beacon: setting({
    name: 'BEACON',
    default: null,
    defaultText: 'local with CHAIN=fake, else drand',
    meaning:
      'Public randomness for drops with randomness BEACON. `drand` is the quicknet chain. `local` is a simulated chain whose key is in the database, so the operator can predict it.',
    ...oneOf(['local', 'drand']),
  }),
  beaconUrls: setting({
    name: 'BEACON_URLS',
    default: null,
    defaultText: 'the public relays of drand',
    expects: 'a comma-separated list of http:// or https:// URLs without a user name, ? or #',
    meaning:
      'With BEACON=drand: relays of the quicknet chain, asked in this order. Their answers are verified, so they need not be trusted.',
    schema: baseUrls,
  }),
} as const

/** The settings of upload storage: a folder in DATA_DIR, unless a bucket is configured. */
export const fileSettings = {
  s3Bucket: setting({
    name: 'S3_BUCKET',
    default: null,
    defaultText: 'none: uploads are stored in DATA_DIR/files',
    expects: 'the name of a bucket',
    meaning: 'Bucket of an S3-compatible store for uploads. Several servers need one.',
    schema: anyText.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/),
  }),
  s3Endpoint: setting({
    name: 'S3_ENDPOINT',
    default: null,
    defaultText: "Amazon's",
    meaning: 'URL of the S3-compatible store.',
    ...baseUrl,
  }),
  s3Region: setting({
    name: 'S3_REGION',
    default: 'us-east-1',
    expects: 'the name of a region',
    meaning: 'Region of the bucket.',
    schema: anyText.regex(/^[A-Za-z0-9-]{1,64}$/),
  }),
  s3AccessKeyId: setting({
    name: 'S3_ACCESS_KEY_ID',
    default: null,
    defaultText: 'found in the same places as by the AWS tools',
    expects: 'an access key id',
    meaning: 'Access key id for the S3-compatible store; requires S3_SECRET_ACCESS_KEY.',
    schema: anyText,
  }),
  s3SecretAccessKey: setting({
    name: 'S3_SECRET_ACCESS_KEY',
    default: null,
    defaultText: 'found in the same places as by the AWS tools',
    expects: 'a secret access key',
    meaning: 'Secret of S3_ACCESS_KEY_ID.',
    isSecret: true,
    schema: anyText,
  }),
  s3Prefix: setting({
    name: 'S3_PREFIX',
    default: 'files/',
    expects: 'up to 200 letters, digits and . _ / -',
    meaning: 'Prefix of the names of uploads in the bucket.',
    schema: anyText.regex(/^[A-Za-z0-9._/-]{1,200}$/),
  }),
  s3PathStyle: setting({
    name: 'S3_PATH_STYLE',
    default: null,
    defaultText: '1 with S3_ENDPOINT, else 0',
    meaning: "Whether the bucket is part of the URL's path instead of the host name.",
    ...onOff,
  }),
} as const
