import { setting } from './setting.ts'
import { anyText, urlOf } from './value-schemas.ts'

/** The OpenID provider whose tokens are credentials here; all three or none. */
export const identitySettings = {
  openIdIssuer: setting({
    name: 'OPENID_ISSUER',
    default: null,
    defaultText: 'none',
    expects: 'a text',
    meaning:
      'What the iss of a token must be, letter by letter. Set all three of OPENID_ or none: tokens of that provider are then credentials here.',
    schema: anyText,
  }),
  openIdAudience: setting({
    name: 'OPENID_AUDIENCE',
    default: null,
    defaultText: 'none',
    expects: 'a text',
    meaning: 'What must be among the aud of a token.',
    schema: anyText,
  }),
  openIdJwksUrl: setting({
    name: 'OPENID_JWKS_URL',
    default: null,
    defaultText: 'none',
    expects: 'an http:// or https:// URL',
    meaning: "Where the provider's public keys are.",
    schema: urlOf('http:', 'https:'),
  }),
} as const
