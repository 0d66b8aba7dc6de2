import { NEVER } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { FailingJobResolvers } from '../generated/resolver-types.ts'
import type { Mutations, Queries } from './operation.ts'

export const failingJobs: Queries['failingJobs'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listFailingJobs(caller, input))

export const retryJob: Mutations['retryJob'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.retryJob(caller, input))

export const failingJobFields: FailingJobResolvers = {
  reasonClass: ({ failure }) => failure.class,
  reason: ({ failure }) => failure.reason,
  nextAttemptAt: ({ dueAt }) => (dueAt === NEVER ? null : dueAt),
}
