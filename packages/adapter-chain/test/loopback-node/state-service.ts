import { GrpcTypes } from '@mysten/sui/grpc'
import { normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { GrpcFailure } from './grpc-answers.ts'
import { masked, type ServedService } from './grpc-web-server.ts'
import type { NodeState } from './node-state.ts'
import { type ChainObject, coinOf, coinValue, objectMessage } from './objects.ts'

const DEFAULT_OBJECTS = 50
const MAX_OBJECTS = 1_000

const { CoinTreasury_SupplyState: SupplyState } = GrpcTypes

/** Reads balances, owned objects and coins. */
export function stateService({ ledger }: NodeState): ServedService {
  const ownedBy = (owner: string): ChainObject[] =>
    [...ledger.objects()]
      .filter((object) => object.owner.kind === 'address' && object.owner.address === owner)
      .sort((a, b) => (a.objectId < b.objectId ? -1 : 1))

  function balanceOf(owner: string, coinType: string): GrpcTypes.Balance {
    const coins = ownedBy(owner).filter(({ type }) => coinOf(type) === coinType)
    const coinBalance = coins.reduce((sum, { contents }) => sum + coinValue(contents), 0n)
    const addressBalance = ledger.addressBalance(owner, coinType)
    return { coinType, balance: coinBalance + addressBalance, coinBalance, addressBalance }
  }

  return {
    service: GrpcTypes.StateService,
    handlers: {
      getBalance: ({ owner = '', coinType = '' }: GrpcTypes.GetBalanceRequest) => ({
        balance: balanceOf(normalizeSuiAddress(owner), typeIn(coinType)),
      }),

      getCoinInfo({ coinType = '' }: GrpcTypes.GetCoinInfoRequest): GrpcTypes.GetCoinInfoResponse {
        const type = typeIn(coinType)
        const metadata = ledger.metadata(type)
        if (metadata === undefined) throw new GrpcFailure('notFound', `Coin type ${coinType} not found`)
        const { objectId, name, symbol, description, iconUrl, decimals, fixedSupply } = metadata
        return {
          coinType: type,
          metadata: { id: objectId, decimals, name, symbol, description, iconUrl },
          ...(fixedSupply !== undefined && {
            treasury: { supplyState: SupplyState.FIXED, totalSupply: fixedSupply },
          }),
        }
      },

      listOwnedObjects({
        owner = '',
        objectType,
        pageSize,
        pageToken,
        readMask,
      }: GrpcTypes.ListOwnedObjectsRequest): GrpcTypes.ListOwnedObjectsResponse {
        const matches = objectType === undefined ? () => true : matcherOf(typeIn(objectType))
        const after = pageToken === undefined ? '' : Buffer.from(pageToken).toString()
        const limit = Math.min(pageSize || DEFAULT_OBJECTS, MAX_OBJECTS)
        const all = ownedBy(normalizeSuiAddress(owner)).filter(
          ({ type, objectId }) => matches(type) && objectId > after,
        )
        const page = all.slice(0, limit)
        const paths = readMask?.paths ?? ['object_id', 'version', 'object_type']
        const last = page.at(-1)
        return {
          objects: page.map((object) => masked(GrpcTypes.Object, objectMessage(object), paths)),
          ...(all.length > limit && last && { nextPageToken: Buffer.from(last.objectId) }),
        }
      },
    },
  }
}

function typeIn(text: string): string {
  try {
    return normalizeStructTag(text)
  } catch (error) {
    throw new GrpcFailure('invalidArgument', `invalid type ${text}: ${String(error)}`)
  }
}

/** A type without type arguments matches all types with that name. */
const matcherOf = (wanted: string) => (type: string) => type === wanted || type.startsWith(`${wanted}<`)

/** Returns the modules of published packages. */
export function packageService({ ledger }: NodeState): ServedService {
  return {
    service: GrpcTypes.MovePackageService,
    handlers: {
      getPackage({ packageId = '' }: GrpcTypes.GetPackageRequest): GrpcTypes.GetPackageResponse {
        const published = ledger.package(packageId)
        if (published === undefined) throw new GrpcFailure('notFound', `Package ${packageId} not found`)
        const modules = [...published.modules].map(([name, contents]) =>
          GrpcTypes.Module.create({ name, contents }),
        )
        const { packageId: id } = published
        return {
          package: GrpcTypes.Package.create({ storageId: id, originalId: id, version: 1n, modules }),
        }
      },
    },
  }
}
