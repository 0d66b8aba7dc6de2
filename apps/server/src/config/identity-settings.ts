import { setting } from './setting.ts'
import { anyText, urlOf } from './value-schemas.ts'

/** The settings of the OpenID provider whose tokens the server accepts as credentials. All three must be set, or none. */
export const identitySettings = {
  openIdIssuer: setting({
    name: 'OPENID_ISSUER',
    default: null,
    defaultText: 'none',
    expects: 'a string',
    meaning:
      "Exact value of a token's `iss`. With all three OPENID_ settings, tokens of that provider are valid credentials.",
    schema: anyText,
  }),
  openIdAudience: setting({
    name: 'OPENID_AUDIENCE',
    default: null,
    defaultText: 'none',
    expects: 'a string',
    meaning: "Required value in a token's `aud`.",
    schema: anyText,
  }),
  openIdJwksUrl: setting({
    name: 'OPENID_JWKS_URL',
    default: null,
    defaultText: 'none',
    expects: 'an http:// or https:// URL',
    meaning: "URL of the provider's public keys.",
    schema: urlOf('http:', 'https:'),
  }),
} as const
