import { GrpcTypes } from '@mysten/sui/grpc'
import { GrpcFailure } from './grpc-answers.ts'
import type { ServedService } from './grpc-web-server.ts'
import type { NodeState } from './node-state.ts'

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
