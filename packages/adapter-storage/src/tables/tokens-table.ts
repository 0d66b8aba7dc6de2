import {
  type Address,
  amountOf,
  type Deployment,
  type Instant,
  type Token,
  type TokenId,
  type UserId,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { column, type Flag, must, type RowOf, type Table } from './table.ts'

const TOKEN_COLUMNS = {
  id: column<TokenId>('text'),
  creator_id: column<UserId>('text'),
  name: column<string>('text'),
  symbol: column<string>('text'),
  decimals: column<number>('integer'),
  total_supply: column<string>('amount'),
  description: column<string | null>('text'),
  image_url: column<string | null>('text'),
  is_external: column<Flag>('boolean'),
  community_drops_reserve: column<string>('amount'),
  public_sale_reserve: column<string>('amount'),
  creator_reserve: column<string>('amount'),
  deployment: column<Deployment['kind']>('text'),
  address: column<Address | null>('text'),
  package_id: column<Address | null>('text'),
  coin_type: column<string | null>('text'),
  tx_hash: column<string | null>('text'),
  failure_reason: column<string | null>('text'),
  created_at: column<Instant>('integer'),
  updated_at: column<Instant>('integer'),
}
export type TokenRow = RowOf<typeof TOKEN_COLUMNS>

type DeploymentRow = Pick<
  TokenRow,
  'deployment' | 'address' | 'package_id' | 'coin_type' | 'tx_hash' | 'failure_reason'
>

const NOT_DEPLOYED = { address: null, package_id: null, coin_type: null, tx_hash: null, failure_reason: null }

function rowOfDeployment(deployment: Deployment): DeploymentRow {
  const { kind } = deployment
  switch (kind) {
    case 'PENDING':
      return { ...NOT_DEPLOYED, deployment: kind }
    case 'DEPLOYED': {
      const { address, packageId, coinType, txHash } = deployment
      return {
        deployment: kind,
        address,
        package_id: packageId,
        coin_type: coinType,
        tx_hash: txHash,
        failure_reason: null,
      }
    }
    case 'FAILED':
      return {
        ...NOT_DEPLOYED,
        deployment: kind,
        tx_hash: deployment.txHash,
        failure_reason: deployment.reason,
      }
    default:
      return unreachable(kind)
  }
}

function deploymentOf(row: DeploymentRow): Deployment {
  switch (row.deployment) {
    case 'PENDING':
      return { kind: 'PENDING' }
    case 'DEPLOYED':
      return {
        kind: 'DEPLOYED',
        address: must(row.address, 'address'),
        packageId: must(row.package_id, 'package'),
        coinType: must(row.coin_type, 'coin type'),
        txHash: row.tx_hash,
      }
    case 'FAILED':
      return {
        kind: 'FAILED',
        txHash: must(row.tx_hash, 'transaction'),
        reason: must(row.failure_reason, 'reason'),
      }
    default:
      return unreachable(row.deployment)
  }
}

export const tokensTable: Table<Token, TokenRow> = {
  name: 'tokens',
  columns: TOKEN_COLUMNS,
  fixed: ['id', 'creator_id', 'created_at'],
  toRow: (token) => ({
    id: token.id,
    creator_id: token.creatorId,
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    total_supply: token.totalSupply,
    description: token.description,
    image_url: token.imageUrl,
    is_external: token.isExternal,
    community_drops_reserve: token.reserves.communityDrops,
    public_sale_reserve: token.reserves.publicSale,
    creator_reserve: token.reserves.creator,
    ...rowOfDeployment(token.deployment),
    created_at: token.createdAt,
    updated_at: token.updatedAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    creatorId: row.creator_id,
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    totalSupply: amountOf(BigInt(row.total_supply)),
    description: row.description,
    imageUrl: row.image_url,
    isExternal: Boolean(row.is_external),
    reserves: {
      communityDrops: amountOf(BigInt(row.community_drops_reserve)),
      publicSale: amountOf(BigInt(row.public_sale_reserve)),
      creator: amountOf(BigInt(row.creator_reserve)),
    },
    deployment: deploymentOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}
