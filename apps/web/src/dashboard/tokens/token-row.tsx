import { Text } from '@mantine/core'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import { RowLink } from '../../components/row-link.tsx'
import { TokenPicture } from '../../components/token-picture.tsx'
import { TokenStatusBadge } from '../../components/token-status-badge.tsx'
import { inWholeTokens } from '../../words/amount.ts'

/** A token in the user's list. */
export const TokenRow = ({ token }: { readonly token: TokenRowFragment }) => (
  <RowLink
    to={`/tokens/${token.id}`}
    left={<TokenPicture symbol={token.symbol} imageUrl={token.imageUrl} size={44} />}
    right={<TokenStatusBadge status={token.status} />}
  >
    <Text fw={650} dir="auto" truncate>
      {token.name}
    </Text>
    <Text size="sm" c="dimmed" className="numbers">
      {inWholeTokens(token.totalSupply, token.decimals)} {token.symbol}
    </Text>
  </RowLink>
)
