import { withClient } from '../../../test/support/postgres-client.ts'

/**
 * The tables of contestants that do the same work in another way. They have the same constraints as Dropkit's tables: a
 * limited pool and supply, a sequence without gaps, one claim per wallet, and one event per claim.
 */
const TABLES = `
create table users (
  id text primary key,
  username text not null unique,
  display_name text,
  created_at timestamptz not null default now()
);
create table tokens (
  id text primary key,
  creator_id text not null references users,
  name text not null,
  symbol text not null,
  decimals int not null,
  total_supply numeric(78, 0) not null,
  coin_type text,
  status text not null check (status in ('PENDING', 'DEPLOYED', 'FAILED')),
  created_at timestamptz not null default now()
);
create index on tokens (creator_id);
create table drops (
  id text primary key,
  creator_id text not null references users,
  token_id text not null references tokens,
  title text not null,
  description text,
  status text not null
    check (status in ('DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED', 'SOLD_OUT', 'ENDED', 'CANCELLED')),
  type text not null,
  claim_type text not null,
  shortcode text not null unique,
  max_amount numeric(78, 0) not null,
  token_amount numeric(78, 0) not null,
  supply int,
  starts_at timestamptz,
  claim_deadline timestamptz,
  claimed_amount numeric(78, 0) not null default 0,
  claim_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (claimed_amount <= max_amount),
  check (claim_count <= supply)
) with (fillfactor = 50);
create index on drops (creator_id);
create index on drops (token_id);
create table claims (
  drop_id text not null references drops,
  sequence int not null,
  user_address text not null,
  amount numeric(78, 0) not null,
  status text not null check (status in ('PENDING', 'SUBMITTED', 'CONFIRMED', 'FAILED', 'EXPIRED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (drop_id, sequence),
  unique (drop_id, user_address)
);
create table events (
  position bigint generated always as identity primary key,
  drop_id text not null references drops,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index on events (drop_id, position);
`

const RECORDS = `
insert into users (id, username) values ('user_1', 'bench');
insert into tokens (id, creator_id, name, symbol, decimals, total_supply, status)
values ('token_1', 'user_1', 'Bench gold', 'GOLD', 0, 1000000000000000, 'PENDING');
`

const DROPS = `
insert into drops
  (id, creator_id, token_id, title, description, status, type, claim_type, shortcode, max_amount, token_amount, supply)
select 'drop_' || lpad(number::text, 32, '0'), 'user_1', 'token_1', 'Bench drop ' || number,
  'What the bench gives away', 'ACTIVE', 'TOKEN', 'REGULAR', 'bench-drop-' || number, 1000000000, 1, 1000000000
from generate_series(0, $1::int - 1) as number
returning id
`

/** Creates the tables and the drops in an empty database. `more` is SQL for this contestant only. */
export const makePeerStore = (url: string, drops: number, more = ''): Promise<readonly string[]> =>
  withClient(url, async (client) => {
    await client.query(TABLES + more + RECORDS)
    const { rows } = await client.query<{ id: string }>(DROPS, [drops])
    await client.query('analyze')
    return rows.map(({ id }) => id).sort()
  })

export const PEER_CLAIMS = 'select drop_id, user_address as wallet from claims'
