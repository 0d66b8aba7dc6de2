/** What each field of a drop is called, in the wizard and in the settings alike. */
export const FIELD_LABELS = {
  title: 'Title',
  shortcode: 'Link',
  description: 'Description',
  picture: 'Picture',
  items: 'Number of items',
  pool: 'The pool',
  randomness: 'How amounts are drawn',
  admission: 'If there are too few items',
  entriesCloseAt: 'Entries close at',
  claimWindowSeconds: 'Winners may claim for',
  maxPerWallet: 'Claims per wallet',
  price: 'Price of an item',
  startsAt: 'Opens at',
  claimDeadline: 'Ends at',
  claimAccess: 'Who claims',
  delivery: 'Who pays the fees',
  isLinkOnly: 'Only people with a claim link can claim',
} as const

/** Who sends claims to the chain and pays for it, by `delivery`. */
export const DELIVERY_LABELS = {
  WALLET: 'Claimers, with their wallets',
  SPONSORED: 'The service, if wallets sign and it sponsors claims',
  SERVER: 'The service, which sends everything',
} as const

/** How random amounts are drawn, by `randomness`. */
export const RANDOMNESS_LABELS = {
  INSTANT: 'Instant',
  BEACON: 'Public beacon',
} as const

/** The API takes no longer title. */
export const MAX_TITLE_LENGTH = 120

/** Who may claim, by `claimAccess`. */
export const ACCESS_LABELS = {
  OPEN: 'Anyone, also through apps',
  WALLET: 'Signed-in wallets only',
  OWNER: 'Only me',
} as const

/** Who gets an item if there are too few, by `admission`. */
export const ADMISSION_LABELS = {
  FIRST_COME: 'First come, first served',
  LOTTERY: 'Lottery',
} as const
