import type { TransactionData } from '@mysten/sui/transactions'
import { GrpcFailure } from './grpc-answers.ts'

// Shared by the modules that convert between the wire format of a transaction and the client's own format.

export type Command = TransactionData['commands'][number]

export const unsupported = (what: string) =>
  new GrpcFailure('invalidArgument', `this node does not take ${what}`)
