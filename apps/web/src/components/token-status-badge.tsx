import type { TokenStatus } from '../api/generated/operations.ts'
import { StatusBadge } from './status-badge.tsx'

/** Whether a token is on the chain. */
export const TokenStatusBadge = ({
  status,
  size = 'md',
}: {
  readonly status: TokenStatus
  readonly size?: 'sm' | 'md' | 'lg'
}) => <StatusBadge status={status === 'PENDING' ? 'UNDEPLOYED' : status} size={size} />
