import { bcs } from '@mysten/sui/bcs'

// The structs of the package that only the node writes. Those that the adapter reads are in `src/sui/move-layouts.ts`. The
// virtual machine compares each with its own result.

const bytes = bcs.byteVector()

export const OwnerCap = bcs.struct('OwnerCap', { id: bcs.Address, drop_id: bcs.Address })
export const Nft = bcs.struct('Nft', {
  id: bcs.Address,
  drop_id: bcs.Address,
  number: bcs.u64(),
  name: bcs.string(),
  description: bcs.string(),
  image_url: bcs.string(),
  attributes: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
})

/** The stored looks of a piece, as a dynamic field of the drop under the piece's number. */
export const LooksField = bcs.struct('Field<u64, Looks>', {
  id: bcs.Address,
  number: bcs.u64(),
  name: bcs.option(bcs.string()),
  image_url: bcs.option(bcs.string()),
  attributes: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
})

export const DropNamed = bcs.struct('Paused', { drop_id: bcs.Address })
export const DropCounted = bcs.struct('Closed', { drop_id: bcs.Address, returned: bcs.u64() })
export const KeyRotated = bcs.struct('KeyRotated', { drop_id: bcs.Address, public_key: bytes })
export const NftOpened = bcs.struct('Opened', {
  drop_id: bcs.Address,
  public_key: bytes,
  supply: bcs.u64(),
  label: bytes,
})

const Supply = bcs.struct('Supply', { value: bcs.u64() })

/** A coin in the registry, or one that is not registered yet. */
export const CurrencyStruct = bcs.struct('Currency', {
  id: bcs.Address,
  decimals: bcs.u8(),
  name: bcs.string(),
  symbol: bcs.string(),
  description: bcs.string(),
  icon_url: bcs.string(),
  supply: bcs.option(bcs.enum('SupplyState', { Fixed: Supply, BurnOnly: Supply, Unknown: null })),
  regulated: bcs.enum('RegulatedState', {
    Regulated: bcs.struct('Regulated', {
      cap: bcs.Address,
      allow_global_pause: bcs.option(bcs.bool()),
      variant: bcs.u8(),
    }),
    Unregulated: null,
    Unknown: null,
  }),
  treasury_cap_id: bcs.option(bcs.Address),
  metadata_cap_id: bcs.enum('MetadataCapState', { Claimed: bcs.Address, Unclaimed: null, Deleted: null }),
  extra_fields: bcs.vector(bcs.struct('Entry', { key: bcs.string(), type: bcs.string(), value: bytes })),
})
export const UpgradeCap = bcs.struct('UpgradeCap', {
  id: bcs.Address,
  package: bcs.Address,
  version: bcs.u64(),
  policy: bcs.u8(),
})
export const PublisherStruct = bcs.struct('Publisher', {
  id: bcs.Address,
  package: bcs.string(),
  module_name: bcs.string(),
})
export const DisplayStruct = bcs.struct('Display', {
  id: bcs.Address,
  fields: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
  cap_id: bcs.option(bcs.Address),
})
export const Deployed = bcs.struct('Deployed', {
  token_id: bytes,
  operator: bcs.Address,
  for_drops: bcs.u64(),
  owner: bcs.Address,
  for_owner: bcs.u64(),
})
