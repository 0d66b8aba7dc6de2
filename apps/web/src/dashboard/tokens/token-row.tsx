import { Group, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TokenPicture } from '../../components/token-picture.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import classes from './token-row.module.css'

/** A token in the list of one's own. */
export function TokenRow({ token }: { readonly token: TokenRowFragment }) {
  return (
    <Link to={`/tokens/${token.id}`} className={classes['row']}>
      <TokenPicture symbol={token.symbol} imageUrl={token.imageUrl} size={44} />
      <div className={classes['name']}>
        <Text fw={650} truncate>
          {token.name}
        </Text>
        <Text size="sm" c="dimmed" className="numbers" truncate>
          {inWholeTokens(token.totalSupply, token.decimals)} {token.symbol}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <StatusBadge status={token.status} />
        <IconChevronRight size={18} aria-hidden className={classes['arrow']} />
      </Group>
    </Link>
  )
}
