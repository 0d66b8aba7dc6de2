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
import { type Flag, must, type Table } from './table.ts'

export interface TokenRow {
  id: TokenId
  creator_id: UserId
  name: string
  symbol: string
  decimals: number
  total_supply: string
  description: string | null
  image_url: string | null
  is_external: Flag
  community_drops_reserve: string
  public_sale_reserve: string
  creator_reserve: string
  deployment: Deployment['kind']
  address: Address | null
  package_id: Address | null
  coin_type: string | null
  tx_hash: string | null
  failure_reason: string | null
  created_at: Instant
  updated_at: Instant
}

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
  columns: {
    id: 'text',
    creator_id: 'text',
    name: 'text',
    symbol: 'text',
    decimals: 'integer',
    total_supply: 'amount',
    description: 'text',
    image_url: 'text',
    is_external: 'boolean',
    community_drops_reserve: 'amount',
    public_sale_reserve: 'amount',
    creator_reserve: 'amount',
    deployment: 'text',
    address: 'text',
    package_id: 'text',
    coin_type: 'text',
    tx_hash: 'text',
    failure_reason: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
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
