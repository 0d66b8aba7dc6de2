import { Button, Card, Group, Progress, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { RowLink } from '../../components/row-link.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { counted } from '../../words/amount.ts'
import type { ShownToken } from './supply-card.tsx'

/** How many of its drops a token shows. */
export const MOST_DROPS = 50

/** What gives this token out. */
export function DropsOfToken({ token }: { readonly token: ShownToken }) {
  return (
    <Card withBorder radius="lg" padding={0}>
      <Group justify="space-between" p="lg" pb={token.drops.length === 0 ? 'xs' : 'md'}>
        <Title order={2} size="h4">
          Its drops
        </Title>
        <Button component={Link} to={`/drops/new?token=${token.id}`} variant="light" size="xs">
          Create a drop
        </Button>
      </Group>
      {token.drops.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          No drop gives it out yet.
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
                  aria-label={`Claimed of ${drop.title}`}
                />
                <StatusBadge status={drop.status} />
              </>
            }
          >
            <Text fw={600} dir="auto" truncate>
              {drop.title}
            </Text>
            <Text size="sm" c="dimmed" className="numbers">
              {counted(drop.claimCount ?? 0, 'claim')}
            </Text>
          </RowLink>
        ))
      )}
      {token.drops.length === MOST_DROPS ? (
        <Text size="sm" c="dimmed" p="lg">
          The latest {MOST_DROPS}. All of them are under Drops.
        </Text>
      ) : null}
    </Card>
  )
}
