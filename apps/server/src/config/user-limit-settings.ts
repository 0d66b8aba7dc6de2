import { amount, setting } from './setting.ts'

const limit = (name: string, standard: string, meaning: string) =>
  setting({ name, default: standard, meaning: `${meaning} 0 = no limit.`, ...amount })

/** The limits per user, which do not apply to the user admin, and the limit on new users. */
export const userLimitSettings = {
  gasPerUserDay: limit(
    'OPERATOR_GAS_PER_USER_DAY',
    '20000000000',
    'Gas in MIST, including storage, that the operator pays per UTC day for the drops of one user (except admin). Above it, new drops, key rotations and random claims are refused, and pending work waits for the next day. The fake chain counts roughly what Sui would charge.',
  ),
  gasPerDay: limit('OPERATOR_GAS_PER_DAY', '200000000000', 'The same for all users together (except admin).'),
  dropsPerUserDay: limit(
    'DROPS_PER_USER_DAY',
    '1000',
    'Drops that one user (except admin) may create per UTC day.',
  ),
  tokensPerUserDay: limit(
    'TOKENS_PER_USER_DAY',
    '1000',
    'Tokens that one user (except admin) may create per UTC day.',
  ),
  transfersPerUserDay: limit(
    'TRANSFERS_PER_USER_DAY',
    '2000',
    'Refunds and payouts that one user (except admin) may request or retry per UTC day. Refunds of a cancelled drop, which the server makes by itself, do not count.',
  ),
  storedBytesPerUser: limit(
    'STORED_BYTES_PER_USER',
    '10000000000',
    'Bytes that one user (except admin) may have in the store in all: files, lists of wallets, claim links, the texts of drops, tokens, webhooks and keys, about 500 bytes for each row, and the events of these changes. Deleting a file, a webhook or a drop frees its bytes; a stored list of wallets and the events stay. Beyond it, changes that add something are refused; pausing, ending and cancelling a drop is always possible.',
  ),
  storedBytesPerUserDay: limit(
    'STORED_BYTES_PER_USER_DAY',
    '1000000000',
    'Bytes that one user (not admin) may add to the store in a UTC day with files, lists of wallets, texts and answers that are kept for an Idempotency-Key, if they are large or the request changed nothing. Each change counts the bytes of its input and 5,000 more, also if it is refused for another reason.',
  ),
  intentsPerUserHour: limit(
    'PAYMENT_INTENTS_PER_USER_HOUR',
    '3600',
    'Payment intents that one user (except admin) may create per hour on all drops, including cancelled ones.',
  ),
  intentsPerDropHour: limit('PAYMENT_INTENTS_PER_USER_DROP_HOUR', '1000', 'The same on one drop.'),
  newUsersPerAddressHour: limit(
    'NEW_USERS_PER_ADDRESS_HOUR',
    '100000',
    'Users that wallets which sign in for the first time may create per hour from one network address (IPv6: from one /64 network). Users who already exist can still sign in.',
  ),
  claimsPerDrop: limit(
    'CLAIMS_PER_DROP',
    '10000000',
    'Claims that one drop may ever get, including expired ones. Beyond it, the drop takes no claims and sells no items; items that were sold can be claimed. If the drop sells base units, all units of a purchase count as one claim, and beyond the limit they can only be claimed together.',
  ),
  openVaultsPerUser: limit(
    'OPEN_VAULTS_PER_USER',
    '5000',
    'Drops with a vault that is open or can still be opened, that one user (except admin) may have at the same time; beyond it new drops are refused. Cancelling or deleting a drop closes its vault.',
  ),
  openIntentsPerUser: limit(
    'OPEN_PAYMENT_INTENTS_PER_USER',
    '1000',
    'Unpaid payment intents that one user (except admin) may have open at the same time on all drops.',
  ),
  unpaidItemsPerBuyer: limit(
    'UNPAID_ITEMS_PER_BUYER',
    '10',
    'Items of one drop that one wallet, and one user (not the owner of the drop), may hold unpaid. Each payment intent beyond the first that expired or was cancelled in the last 24 h halves it. One item is always allowed.',
  ),
  unpaidPercentPerBuyer: limit(
    'UNPAID_PERCENT_PER_BUYER',
    '20',
    'The same as a percentage of the items of the drop; the smaller limit applies.',
  ),
} as const
