import { setting } from './setting.ts'
import { anyText, hosts, urlOf } from './value-schemas.ts'

/** The settings of the endpoint that provides the facts for rules of the kind `http_fact`. */
export const factsSettings = {
  factsUrl: setting({
    name: 'FACTS_URL',
    default: null,
    defaultText: 'none',
    expects: 'an http:// or https:// URL',
    meaning:
      'HTTP endpoint that knows facts about wallets. With it, drops can have rules of the kind `http_fact`. All servers need the same one.',
    schema: urlOf('http:', 'https:'),
  }),
  factsToken: setting({
    name: 'FACTS_TOKEN',
    default: null,
    defaultText: 'none',
    expects: 'a string',
    meaning: 'Sent to FACTS_URL as `Authorization: Bearer`.',
    isSecret: true,
    schema: anyText.regex(/^[\x21-\x7e]+$/),
  }),
  factsPrivateHosts: setting({
    name: 'FACTS_PRIVATE_HOSTS',
    default: null,
    defaultText: 'none',
    expects: 'a comma-separated list of host names or addresses',
    meaning:
      'Hosts of FACTS_URL that may be, or resolve to, private or loopback addresses. All other hosts must be public.',
    schema: hosts,
  }),
} as const
