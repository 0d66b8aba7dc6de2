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
  `authorization proxyauthorization cookie setcookie password passwd secret secrets clientsecret previoussecret
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
