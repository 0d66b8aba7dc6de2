import { unreachable } from '@dropkit/core/internal'
import { GrpcTypes } from '@mysten/sui/grpc'
import { type ChainObject, coinOf, coinValue, type ObjectOwner, PACKAGE_TYPE } from './objects.ts'

const { Owner_OwnerKind: OwnerKind } = GrpcTypes

export function ownerMessage(owner: ObjectOwner): GrpcTypes.Owner {
  switch (owner.kind) {
    case 'address':
      return { kind: OwnerKind.ADDRESS, address: owner.address }
    case 'object':
      return { kind: OwnerKind.OBJECT, address: owner.objectId }
    case 'shared':
      return { kind: OwnerKind.SHARED, version: owner.initialSharedVersion }
    case 'immutable':
      return { kind: OwnerKind.IMMUTABLE }
    default:
      return unreachable(owner)
  }
}

export function objectMessage(object: ChainObject): GrpcTypes.Object {
  const isCoin = coinOf(object.type) !== undefined
  return GrpcTypes.Object.create({
    objectId: object.objectId,
    version: object.version,
    digest: object.digest,
    owner: ownerMessage(object.owner),
    objectType: object.type,
    previousTransaction: object.previousTransaction,
    ...(object.type !== PACKAGE_TYPE && { contents: { name: object.type, value: object.contents } }),
    ...(isCoin && { balance: coinValue(object.contents) }),
  })
}
