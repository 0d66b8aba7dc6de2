import { setting } from './setting.ts'
import { baseUrls, oneOf } from './value-schemas.ts'

/** The settings of the randomness beacon, which drops with public randomness use. */
export const beaconSettings = {
  beacon: setting({
    name: 'BEACON',
    default: null,
    defaultText: 'local with CHAIN=fake, else drand',
    expects: 'local or drand',
    meaning:
      'Public randomness for drops with randomness BEACON. `drand` is the quicknet chain. `local` is a simulated chain whose key is in the database, so the operator can predict it.',
    schema: oneOf(['local', 'drand']),
  }),
  beaconUrls: setting({
    name: 'BEACON_URLS',
    default: null,
    defaultText: 'the public relays of drand',
    expects: 'a comma-separated list of http:// or https:// URLs',
    meaning:
      'With BEACON=drand: relays of the quicknet chain, asked in this order. Their answers are verified, so they need not be trusted.',
    schema: baseUrls,
  }),
} as const
