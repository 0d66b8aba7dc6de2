import type { Caller } from './user.ts'

const OPERATOR = 'local:admin'

/** Whether a caller may act as the operator: the user `admin` of the first start, or the program that embeds core. */
export const isOperator = ({ user, credential }: Caller): boolean =>
  credential.kind === 'system' || (user.origin === 'local' && user.identityProviderId === OPERATOR)
