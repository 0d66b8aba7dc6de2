import { setting, wholeNumber } from './setting.ts'

const MOST = 999_999_999_999_999
const NUMBER_FORM = 'a whole number of at most 15 digits'
const number = wholeNumber(0, MOST)

/** The limits per user, which do not apply to the user admin, and the limit on new users. */
export const userLimitSettings = {
  gasPerUserDay: setting({
    name: 'OPERATOR_GAS_PER_USER_DAY',
    default: '20000000000',
    expects: NUMBER_FORM,
    meaning:
      'Gas in MIST, including storage, that the operator pays per UTC day for the drops of one user (except admin). Above it, new drops, key rotations and random claims are refused, and pending work waits for the next day. The fake chain counts roughly what Sui would charge. 0 = no limit.',
    schema: number,
  }),
  gasPerDay: setting({
    name: 'OPERATOR_GAS_PER_DAY',
    default: '200000000000',
    expects: NUMBER_FORM,
    meaning: 'The same for all users together (except admin); 0 = no limit.',
    schema: number,
  }),
  dropsPerUserDay: setting({
    name: 'DROPS_PER_USER_DAY',
    default: '1000',
    expects: NUMBER_FORM,
    meaning: 'Drops that one user (except admin) may create per UTC day; 0 = no limit.',
    schema: number,
  }),
  tokensPerUserDay: setting({
    name: 'TOKENS_PER_USER_DAY',
    default: '1000',
    expects: NUMBER_FORM,
    meaning: 'Tokens that one user (except admin) may create per UTC day; 0 = no limit.',
    schema: number,
  }),
  transfersPerUserDay: setting({
    name: 'TRANSFERS_PER_USER_DAY',
    default: '2000',
    expects: NUMBER_FORM,
    meaning:
      'Refunds and payouts that one user (except admin) may request or retry per UTC day; 0 = no limit. Refunds of a cancelled drop, which the server makes by itself, do not count.',
    schema: number,
  }),
  storedBytesPerUser: setting({
    name: 'STORED_BYTES_PER_USER',
    default: '10000000000',
    expects: NUMBER_FORM,
    meaning:
      'Bytes that one user (except admin) may have in the store in all: files, lists of wallets, claim links, the texts of drops, tokens, webhooks and keys, about 500 bytes for each row, and the events of these changes. Deleting a file, a webhook or a drop frees its bytes; a stored list of wallets and the events stay. Beyond it, changes that add something are refused; pausing, ending and cancelling a drop is always possible. 0 = no limit.',
    schema: number,
  }),
  storedBytesPerUserDay: setting({
    name: 'STORED_BYTES_PER_USER_DAY',
    default: '1000000000',
    expects: NUMBER_FORM,
    meaning:
      'Bytes that one user (not admin) may add to the store in a UTC day with files, lists of wallets, texts and answers that are kept for an Idempotency-Key, if they are large or the request changed nothing. Each change counts the bytes of its input and 5,000 more, also if it is refused for another reason. 0 = no limit.',
    schema: number,
  }),
  intentsPerUserHour: setting({
    name: 'PAYMENT_INTENTS_PER_USER_HOUR',
    default: '3600',
    expects: NUMBER_FORM,
    meaning:
      'Payment intents that one user (except admin) may create per hour on all drops, including cancelled ones; 0 = no limit.',
    schema: number,
  }),
  intentsPerDropHour: setting({
    name: 'PAYMENT_INTENTS_PER_USER_DROP_HOUR',
    default: '1000',
    expects: NUMBER_FORM,
    meaning: 'The same on one drop; 0 = no limit.',
    schema: number,
  }),
  newUsersPerAddressHour: setting({
    name: 'NEW_USERS_PER_ADDRESS_HOUR',
    default: '100000',
    expects: NUMBER_FORM,
    meaning:
      'Users that wallets which sign in for the first time may create per hour from one network address (IPv6: from one /64 network). Users who already exist can still sign in. 0 = no limit.',
    schema: number,
  }),
  claimsPerDrop: setting({
    name: 'CLAIMS_PER_DROP',
    default: '10000000',
    expects: NUMBER_FORM,
    meaning:
      'Claims that one drop may ever get, including expired ones. Beyond it, the drop takes no claims and sells no items; items that were sold can be claimed. If the drop sells base units, all units of a purchase count as one claim, and beyond the limit they can only be claimed together. 0 = no limit.',
    schema: number,
  }),
  openVaultsPerUser: setting({
    name: 'OPEN_VAULTS_PER_USER',
    default: '5000',
    expects: NUMBER_FORM,
    meaning:
      'Drops with a vault that is open or can still be opened, that one user (except admin) may have at the same time; beyond it new drops are refused. Cancelling or deleting a drop closes its vault. 0 = no limit.',
    schema: number,
  }),
  openIntentsPerUser: setting({
    name: 'OPEN_PAYMENT_INTENTS_PER_USER',
    default: '1000',
    expects: NUMBER_FORM,
    meaning:
      'Unpaid payment intents that one user (except admin) may have open at the same time on all drops; 0 = no limit.',
    schema: number,
  }),
  unpaidItemsPerBuyer: setting({
    name: 'UNPAID_ITEMS_PER_BUYER',
    default: '10',
    expects: NUMBER_FORM,
    meaning:
      'Items of one drop that one wallet, and one user (not the owner of the drop), may hold unpaid; 0 = no limit. Each payment intent beyond the first that expired or was cancelled in the last 24 h halves it. One item is always allowed.',
    schema: number,
  }),
  unpaidPercentPerBuyer: setting({
    name: 'UNPAID_PERCENT_PER_BUYER',
    default: '20',
    expects: NUMBER_FORM,
    meaning: 'The same as a percentage of the items of the drop; the smaller limit applies. 0 = no limit.',
    schema: number,
  }),
} as const
