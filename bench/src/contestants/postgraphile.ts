import { fileURLToPath } from 'node:url'
import { startChild } from '../processes/start-child.ts'
import { type Contestant, countClaimsIn } from './contestant.ts'
import { makePeerStore, PEER_CLAIMS } from './peer-store.ts'

const server = fileURLToPath(new URL('./postgraphile-server.ts', import.meta.url))

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
    const dropIds = await makePeerStore(postgresUrl, drops, FUNCTION)
    const child = startChild(server, {
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
      countClaims: () => countClaimsIn(postgresUrl, PEER_CLAIMS),
      stop: child.stop,
    }
  },
}
