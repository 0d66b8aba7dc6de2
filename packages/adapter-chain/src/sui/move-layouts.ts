import { bcs } from '@mysten/sui/bcs'

/**
 * The BCS layouts of the structs of the Move package `dropkit`, and of the Sui structs in them. The order of the fields
 * matters. A `label` is the id of the drop in the store.
 */

const Balance = bcs.struct('Balance', { value: bcs.u64() })
const Table = bcs.struct('Table', { id: bcs.Address, size: bcs.u64() })
const Nonces = bcs.struct('Nonces', { words: Table })
const Funder = bcs.struct('Funder', { from: bcs.Address, amount: bcs.u64() })

export const DropLayout = bcs.struct('Drop', {
  id: bcs.Address,
  balance: Balance,
  deposited: bcs.u64(),
  public_key: bcs.byteVector(),
  used: Nonces,
  is_paused: bcs.bool(),
  funders: bcs.vector(Funder),
  label: bcs.byteVector(),
})

export const NftDropLayout = bcs.struct('NftDrop', {
  id: bcs.Address,
  name: bcs.string(),
  description: bcs.string(),
  image_url: bcs.string(),
  image_url_end: bcs.option(bcs.string()),
  attributes: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
  supply: bcs.u64(),
  minted: bcs.u64(),
  public_key: bcs.byteVector(),
  used: Nonces,
  is_paused: bcs.bool(),
  label: bcs.byteVector(),
})

/** One word of the table of used nonces. Nonce n is bit n mod 256 of word n / 256. */
export const NonceWordLayout = bcs.struct('Field<u64, u256>', {
  id: bcs.Address,
  name: bcs.u64(),
  value: bcs.u256(),
})

export const ClockLayout = bcs.struct('Clock', { id: bcs.Address, timestamp_ms: bcs.u64() })

export const OpenedLayout = bcs.struct('Opened', {
  drop_id: bcs.Address,
  public_key: bcs.byteVector(),
  deposited: bcs.u64(),
  label: bcs.byteVector(),
})

/** The event of an NFT drop. `supply` is its initial supply. */
export const OpenedPiecesLayout = bcs.struct('Opened', {
  drop_id: bcs.Address,
  public_key: bcs.byteVector(),
  supply: bcs.u64(),
  label: bcs.byteVector(),
})

export const FundedLayout = bcs.struct('Funded', {
  drop_id: bcs.Address,
  from: bcs.Address,
  amount: bcs.u64(),
  deposited: bcs.u64(),
})

export const ClaimedLayout = bcs.struct('Claimed', {
  drop_id: bcs.Address,
  claimer: bcs.Address,
  amount: bcs.u64(),
  nonce: bcs.u64(),
})

export const PaidLayout = bcs.struct('Paid', {
  from: bcs.Address,
  recipient: bcs.Address,
  amount: bcs.u64(),
  reference: bcs.byteVector(),
})
