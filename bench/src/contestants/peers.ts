import { fileURLToPath } from 'node:url'
import { withClient } from '../../../test/support/postgres-client.ts'
import { startChild } from '../processes/child-process.ts'
import { type Contestant, claimBody, countClaimsIn, readBody, UNREAD_HEADERS } from './contestant.ts'

/**
 * The tables of PostGraphile. They have the same constraints as Dropkit's tables: a limited pool and supply, a sequence
 * without gaps, one claim per wallet, and one event per claim.
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

/** Creates the tables, the function and the drops in an empty database. */
const makePostgraphileStore = (url: string, drops: number): Promise<readonly string[]> =>
  withClient(url, async (client) => {
    await client.query(TABLES + FUNCTION + RECORDS)
    const { rows } = await client.query<{ id: string }>(DROPS, [drops])
    await client.query('analyze')
    return rows.map(({ id }) => id).sort()
  })

const limitServer = fileURLToPath(new URL('./limit-server.ts', import.meta.url))

/** Measures the cost of GraphQL over HTTP alone on this Node; see limit-server.ts. */
export const limit: Contestant = {
  name: 'The limit',
  async start({ drops }) {
    const child = startChild(limitServer, { env: { NODE_ENV: 'production' } })
    const url = await child.says(/listens on (\S+)\n/)
    return {
      name: 'The limit (does nothing)',
      url: `${url}/graphql`,
      pid: child.pid,
      drops: Array.from({ length: drops }, (_, place) => `drop_${place.toString(16).padStart(32, '0')}`),
      headers: UNREAD_HEADERS,
      namesWallet: false,
      claimBody,
      readBody,
      countClaims: async () => undefined,
      stop: child.stop,
    }
  },
}

const postgraphileServer = fileURLToPath(new URL('./postgraphile-server.ts', import.meta.url))

/** For the client this is one statement and one transaction. The drop's row is locked from the first read to the commit. */
const FUNCTION = `
create function claim_drop(drop_id text, user_address text) returns claims language plpgsql volatile as $$
declare
  found_drop drops;
  made claims;
begin
  select * into found_drop from drops where id = claim_drop.drop_id for update;
  if not found then raise exception 'DROP_NOT_FOUND'; end if;
  if found_drop.status <> 'ACTIVE' then raise exception 'DROP_NOT_ACTIVE'; end if;
  if found_drop.starts_at > now() then raise exception 'DROP_NOT_STARTED'; end if;
  if found_drop.claim_deadline <= now() then raise exception 'DROP_EXPIRED'; end if;
  if exists (
    select from claims where claims.drop_id = found_drop.id and claims.user_address = claim_drop.user_address
  ) then raise exception 'ALREADY_CLAIMED'; end if;
  if found_drop.claim_count >= found_drop.supply
    or found_drop.claimed_amount + found_drop.token_amount > found_drop.max_amount
  then raise exception 'DROP_SOLD_OUT'; end if;

  insert into claims (drop_id, sequence, user_address, amount, status, expires_at)
  values (found_drop.id, found_drop.claim_count + 1, claim_drop.user_address, found_drop.token_amount, 'PENDING',
    now() + interval '15 minutes')
  returning * into made;
  insert into events (drop_id, type, data)
  values (found_drop.id, 'drop.claimed', jsonb_build_object('sequence', made.sequence, 'amount', made.amount::text,
    'userAddress', made.user_address, 'claimCount', made.sequence,
    'claimedAmount', (found_drop.claimed_amount + made.amount)::text));
  update drops set claim_count = claim_count + 1, claimed_amount = claimed_amount + made.amount, updated_at = now()
  where id = found_drop.id;
  return made;
end
$$;
`

const CLAIM = `mutation Claim($input: ClaimDropInput!) {
  claimDrop(input: $input) {
    result { id sequence amount status userAddress createdAt expiresAt }
  }
}`

const READ = `query Drop($id: String!) {
  drop: dropByRowId(rowId: $id) {
    id: rowId title description status type claimType shortcode maxAmount tokenAmount claimedAmount
    claimCount createdAt updatedAt
    token: tokenByTokenId { id: rowId name symbol decimals totalSupply coinType status }
    creator: userByCreatorId { id: rowId username displayName createdAt }
    claims: claimsByDropId(first: 10, orderBy: SEQUENCE_DESC) {
      nodes { id sequence amount status userAddress createdAt }
    }
  }
}`

/** PostGraphile 5 with a PL/pgSQL function. It checks no API key and signs no voucher, so it does less than Dropkit. */
export const postgraphile: Contestant = {
  name: 'PostGraphile',
  async start({ postgresUrl, drops }) {
    if (postgresUrl === undefined) throw new Error('PostGraphile keeps its records in Postgres')
    const dropIds = await makePostgraphileStore(postgresUrl, drops)
    const child = startChild(postgraphileServer, {
      env: { NODE_ENV: 'production', GRAPHILE_ENV: 'production', DATABASE_URL: postgresUrl },
    })
    const url = await child.says(/listens on (\S+)\n/)
    return {
      name: 'PostGraphile with PL/pgSQL',
      url: `${url}/graphql`,
      pid: child.pid,
      drops: dropIds,
      headers: {},
      namesWallet: true,
      claimBody: (dropId, userAddress) =>
        JSON.stringify({ query: CLAIM, variables: { input: { dropId, userAddress } } }),
      readBody: (id) => JSON.stringify({ query: READ, variables: { id } }),
      countClaims: () => countClaimsIn(postgresUrl, 'select drop_id, user_address as wallet from claims'),
      stop: child.stop,
    }
  },
}
