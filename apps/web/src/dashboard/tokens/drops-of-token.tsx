import { Box, Button, Card, Group, Progress, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { RowLink } from '../../components/row-link.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { inTokens } from '../../words/messages/tokens.ts'
import type { ShownToken } from './supply-card.tsx'

/** The largest number of drops that a token's screen shows. */
export const MOST_DROPS = 50

/** The drops that give out this token. */
export function DropsOfToken({ token }: { readonly token: ShownToken }) {
  return (
    <Card withBorder radius="lg" padding={0}>
      <Group justify="space-between" p="lg" pb={token.drops.length === 0 ? 'xs' : 'md'}>
        <Title order={2} size="h4">
          {inTokens('itsDrops')}
        </Title>
        <Button component={Link} to={`/drops/new?token=${token.id}`} variant="light" size="xs">
          {inTokens('createDrop')}
        </Button>
      </Group>
      {token.drops.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          {inTokens('noDropGivesIt')}
        </Text>
      ) : (
        token.drops.map((drop) => (
          <RowLink
            key={drop.id}
            to={`/drops/${drop.id}`}
            right={
              <>
                <Progress
                  value={drop.percentClaimed}
                  w={70}
                  size={6}
                  visibleFrom="xs"
                  aria-label={inTokens('claimedOfTitle', { title: drop.title })}
                />
                <Box miw={104} ta="end">
                  <StatusBadge status={drop.status} />
                </Box>
              </>
            }
          >
            <Text fw={600} dir="auto" truncate>
              {drop.title}
            </Text>
            <Text size="sm" c="dimmed" className="numbers">
              {inTokens('claims', { claims: drop.claimCount ?? 0 })}
            </Text>
          </RowLink>
        ))
      )}
      {token.drops.length === MOST_DROPS ? (
        <Text size="sm" c="dimmed" p="lg">
          {inTokens('latestMostDropsAll', { MOST_DROPS })}
        </Text>
      ) : null}
    </Card>
  )
}
