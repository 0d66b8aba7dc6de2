import { setting } from './setting.ts'
import { baseUrl, objectId, oneOf, suiPrivateKey, wholeNumber } from './value-schemas.ts'

const AMOUNT_FORM = 'a whole number of at most 15 digits'
const mist = wholeNumber(0, 999_999_999_999_999)
const KEY_FORM = 'a private key, which begins with suiprivkey1'

/** The settings with CHAIN=sui: the network and the keys. */
export const suiSettings = {
  suiNetwork: setting({
    name: 'SUI_NETWORK',
    default: null,
    defaultText: 'none; with CHAIN=sui this or SUI_RPC_URL is required',
    expects: 'mainnet, testnet, devnet or localnet',
    meaning: 'The Sui network. Its public node is used unless SUI_RPC_URL is set.',
    schema: oneOf(['mainnet', 'testnet', 'devnet', 'localnet']),
  }),
  suiRpcUrl: setting({
    name: 'SUI_RPC_URL',
    default: null,
    defaultText: 'the public node of SUI_NETWORK',
    expects: 'an http:// or https:// URL',
    meaning: 'A full node with gRPC-Web.',
    // Node providers put a credential into the URL.
    isSecret: true,
    schema: baseUrl,
  }),
  suiOperatorKey: setting({
    name: 'SUI_OPERATOR_KEY',
    default: null,
    defaultText: 'none; required with CHAIN=sui',
    expects: KEY_FORM,
    meaning: 'Key of the account that opens and funds vaults, delivers claims and pays their gas.',
    isSecret: true,
    schema: suiPrivateKey,
  }),
  suiTreasuryKey: setting({
    name: 'SUI_TREASURY_KEY',
    default: null,
    defaultText: 'SUI_OPERATOR_KEY',
    expects: KEY_FORM,
    meaning: 'Key of the account that receives payments and sends refunds and payouts.',
    isSecret: true,
    schema: suiPrivateKey,
  }),
  suiPackageId: setting({
    name: 'SUI_PACKAGE_ID',
    default: null,
    defaultText: 'none; required with CHAIN=sui',
    expects: '0x and up to 64 hex digits',
    meaning: "Id of Dropkit's Move package, as `npm run sui -- publish` prints it.",
    schema: objectId,
  }),
  suiNftRegistrarId: setting({
    name: 'SUI_NFT_REGISTRAR_ID',
    default: null,
    defaultText: 'read from the transaction that published the package',
    expects: '0x and up to 64 hex digits',
    meaning:
      'The object with which the package opens NFT collections, as `npm run sui -- registrar` prints it. Set it if the node prunes old transactions.',
    schema: objectId,
  }),
  suiKioskRulesPackageId: setting({
    name: 'SUI_KIOSK_RULES_PACKAGE_ID',
    default: null,
    defaultText: "on mainnet and testnet Mysten's package, else none",
    expects: '0x and up to 64 hex digits',
    meaning: 'The package whose rules collect royalties on NFTs that are sold in kiosks.',
    schema: objectId,
  }),
  suiLowBalanceMist: setting({
    name: 'SUI_LOW_BALANCE_MIST',
    default: '1000000000',
    expects: AMOUNT_FORM,
    meaning: 'Balance of the operator or treasury, in MIST, below which the log warns; 0 = never.',
    schema: mist,
  }),
  suiIdlePollMs: setting({
    name: 'SUI_IDLE_POLL_MS',
    default: '5000',
    expects: 'a whole number of milliseconds up to 60000',
    meaning:
      'The longest time between two reads of the chain by an idle server. A longer time causes fewer requests, but claims and payments that the service did not prepare are noticed later. 0 = read every 0.3 s.',
    schema: wholeNumber(0, 60_000),
  }),
  suiGasPriceCeilingPercent: setting({
    name: 'SUI_GAS_PRICE_CEILING_PERCENT',
    default: '500',
    expects: 'a whole number from 100 to 10000',
    meaning:
      'The highest gas price during congestion, as a percentage of the reference price. 100 = always the reference price.',
    schema: wholeNumber(100, 10_000),
  }),
  suiSponsorBudgetMist: setting({
    name: 'SUI_SPONSOR_BUDGET_MIST',
    default: '0',
    expects: AMOUNT_FORM,
    meaning:
      'Gas in MIST that the operator pays per UTC day for wallets that claim without SUI; 0 = none. On the fake chain it counts what the claims would cost.',
    schema: mist,
  }),
  suiSponsorDropBudgetMist: setting({
    name: 'SUI_SPONSOR_DROP_BUDGET_MIST',
    default: '500000000',
    expects: AMOUNT_FORM,
    meaning: 'The part of it that the claims on one drop may use per day.',
    schema: mist,
  }),
  suiSponsorWalletBudgetMist: setting({
    name: 'SUI_SPONSOR_WALLET_BUDGET_MIST',
    default: '50000000',
    expects: AMOUNT_FORM,
    meaning: 'The part of it that one wallet may use per day. A claim counts as up to about 10000000.',
    schema: mist,
  }),
} as const
