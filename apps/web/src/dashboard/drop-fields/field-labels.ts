import { inForms } from '../../words/messages/forms.ts'
/** The label of each field, for the wizard and the settings. */
export const FIELD_LABELS = {
  title: inForms('title'),
  shortcode: inForms('link'),
  description: inForms('description'),
  picture: inForms('picture'),
  items: inForms('numberOfItems'),
  pool: inForms('pool'),
  randomness: inForms('howAmountsAreDrawn'),
  admission: inForms('ifThereAreToo'),
  entriesCloseAt: inForms('entriesCloseAt'),
  claimWindowSeconds: inForms('winnersMayClaimFor'),
  maxPerWallet: inForms('claimsPerWallet'),
  price: inForms('priceOfItem'),
  startsAt: inForms('opensAt'),
  claimDeadline: inForms('endsAt'),
  claimAccess: inForms('whoClaims'),
  delivery: inForms('whoPaysFees'),
  humanCheck: inForms('keepProgramsOut'),
  isLinkOnly: inForms('onlyPeopleWithClaim'),
  embedOrigins: inForms('embedOrigins'),
} as const

/** Who sends claims to the chain and pays the gas, by `delivery`. */
export const DELIVERY_LABELS = {
  WALLET: inForms('claimersWithTheirWallets'),
  SPONSORED: inForms('serviceIfWalletsSign'),
  SERVER: inForms('serviceWhichSendsEverything'),
} as const

/** The human check that claimers must pass, by `humanCheck`. */
export const HUMAN_CHECK_LABELS = {
  NONE: inForms('noHumanCheck'),
  PROOF_OF_WORK: inForms('proofOfWork'),
  TURNSTILE: inForms('turnstile'),
} as const

export const HUMAN_CHECKS = Object.entries(HUMAN_CHECK_LABELS).map(([value, label]) => ({ value, label }))

/** How random amounts are drawn, by `randomness`. */
export const RANDOMNESS_LABELS = {
  INSTANT: inForms('instant'),
  BEACON: inForms('publicBeacon'),
} as const

/** The API's limit. */
export const MAX_TITLE_LENGTH = 120

/** Who may claim, by `claimAccess`. */
export const ACCESS_LABELS = {
  OPEN: inForms('anyoneAlsoThroughApps'),
  WALLET: inForms('signedInWalletsOnly'),
  OWNER: inForms('onlyMe'),
} as const

/** How items are assigned if there are too few, by `admission`. */
export const ADMISSION_LABELS = {
  FIRST_COME: inForms('firstComeFirstServed'),
  LOTTERY: inForms('lottery'),
} as const
