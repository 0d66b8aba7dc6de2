import { setting } from './setting.ts'
import { anyText, turnstileUrl } from './value-schemas.ts'

/** The keys for drops with humanCheck TURNSTILE. */
export const humanCheckSettings = {
  turnstileSiteKey: setting({
    name: 'TURNSTILE_SITE_KEY',
    default: null,
    defaultText: 'none',
    expects: 'the site key of a Turnstile widget',
    meaning: 'Public key of a Cloudflare Turnstile widget. With it, drops can have humanCheck TURNSTILE.',
    schema: anyText.regex(/^[\w-]{1,100}$/),
  }),
  turnstileSecretKey: setting({
    name: 'TURNSTILE_SECRET_KEY',
    default: null,
    defaultText: 'none',
    expects: 'the secret key of the same widget',
    meaning: 'Required with TURNSTILE_SITE_KEY.',
    isSecret: true,
    schema: anyText.regex(/^[\w-]{1,200}$/),
  }),
  turnstileVerifyUrl: setting({
    name: 'TURNSTILE_VERIFY_URL',
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    expects: 'an https:// URL, or an http:// URL of this machine',
    meaning: 'Where the server has Turnstile verify proofs. Only a test needs another one.',
    schema: turnstileUrl,
  }),
} as const
