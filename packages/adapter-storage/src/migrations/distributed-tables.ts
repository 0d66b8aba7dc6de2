/** How a value stays unique everywhere although its table's unique index can only hold within one drop. */
type KeptBy =
  /** Its maker never gives the same twice (random ids), or gives it under a lock of its own (places in the log). */
  | 'its_maker'
  /** A table of its own that holds each value once; rows of the distributed table write it by a trigger. */
  | Registry

export interface Registry {
  readonly table: string
  /** The value, and whether a row has it; `row` stands for the row. */
  readonly value: (row: string) => string
  readonly isHeld: (row: string) => string
  /** The columns that these look at. */
  readonly columns: readonly string[]
}

export interface DistributedTable {
  readonly name: string
  /** The column by which its rows are spread: the id of their drop, or what stands for it. */
  readonly key: string
  /** Its unique indexes without the key; each must be here, or the tables are not laid out. */
  readonly unique: Readonly<Record<string, KeptBy>>
}

const byId = (name: string): DistributedTable => ({
  name,
  key: 'drop_id',
  unique: { [`${name}_pkey`]: 'its_maker' },
})

/**
 * What belongs to one drop, and lies with it: all that a claim writes. Rows with the same drop are in the same place
 * in all of these, whether that is one of so many partitions or a shard.
 */
export const DISTRIBUTED: readonly DistributedTable[] = [
  {
    name: 'drops',
    key: 'id',
    unique: {
      drops_shortcode: {
        table: 'drop_shortcodes',
        value: (row) => `lower(${row}.shortcode)`,
        isHeld: (row) => `${row}.deleted_at is null`,
        columns: ['shortcode', 'deleted_at'],
      },
      drops_vault: {
        table: 'drop_vaults',
        value: (row) => `${row}.vault_object_id`,
        isHeld: (row) => `${row}.vault_object_id is not null`,
        columns: ['vault_object_id'],
      },
    },
  },
  { name: 'gating_rules', key: 'drop_id', unique: {} },
  { name: 'claims', key: 'drop_id', unique: {} },
  { name: 'claim_hours', key: 'drop_id', unique: {} },
  { name: 'claim_callers', key: 'drop_id', unique: {} },
  {
    ...byId('payment_intents'),
    unique: { payment_intents_pkey: 'its_maker', payment_intents_external_id: 'its_maker' },
  },
  byId('refunds'),
  byId('payouts'),
  // A later migration made it anew, and its key's name with it.
  { name: 'chain_transactions', key: 'drop_id', unique: { chain_transactions_pkey1: 'its_maker' } },
  // The sequencer alone gives places, one after another under the lock of the log's head.
  { name: 'events', key: 'drop_id', unique: { events_position: 'its_maker' } },
  // A drop's jobs are known by its id; others lie where the hash of what they are about says.
  { name: 'jobs', key: 'subject', unique: { jobs_pkey: 'its_maker' } },
]

/** Everything else, which no claim writes: kept once, in one place. */
export const KEPT_TOGETHER: readonly string[] = [
  'users',
  'api_keys',
  'sessions',
  'sign_in_challenges',
  'receipts',
  'tokens',
  'used_payments',
  'unmatched_payments',
  'files',
  'wallet_lists',
  'wallet_list_members',
  'webhooks',
  'webhook_deliveries',
  'delivery_cursor',
  'event_log_head',
  'key_values',
]

export const REGISTRIES: readonly {
  readonly index: string
  readonly of: string
  readonly registry: Registry
}[] = DISTRIBUTED.flatMap(({ name, unique }) =>
  Object.entries(unique).flatMap(([index, keptBy]) =>
    keptBy === 'its_maker' ? [] : [{ index, of: name, registry: keptBy }],
  ),
)
