import { Button, Card, Divider, Group, Stack, Text } from '@mantine/core'
import { AwardLine } from '../../claim/award-line.tsx'
import { claimLabel } from '../../claim/claim-label.ts'
import { closedWhy } from '../../claim/claim-step.ts'
import { DropStory } from '../../claim/drop-story.tsx'
import { WhatIsLeft } from '../../claim/what-is-left.tsx'
import { DropPicture } from '../../components/drop-picture.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { measureOf } from '../../words/drop-amount.ts'
import { inLottery } from '../../words/lottery-messages.ts'
import { inCreate } from '../../words/messages/create.ts'
import { useMe } from '../frame/use-me.ts'
import { useKnownCoins } from '../gating/coins.ts'
import { useDropTitles } from '../gating/drop-titles.ts'
import type { DropForm } from './drop-form.ts'
import type { Surroundings } from './form-faults.ts'
import { previewDrop } from './preview-drop.ts'

/** The creator until it is known. */
const NOBODY = {
  id: '',
  username: '',
  displayName: null,
  avatarUrl: null,
  bio: null,
  logo: null,
  cover: null,
  accentColor: null,
}

/** A preview of the drop for claimers, built from the claim page's components. */
export function ClaimCardPreview({
  form,
  surroundings,
}: {
  readonly form: DropForm
  readonly surroundings: Surroundings
}) {
  const { me } = useMe()
  const coins = useKnownCoins()
  const drops = useDropTitles()
  const creator = me ?? NOBODY
  const drop = previewDrop(form, surroundings, { token: measureOf(form), coins, drops }, creator)
  return (
    <Stack gap="xs" role="region" aria-label={inCreate('asClaimersSeeIt')}>
      <Text size="xs" c="dimmed" fw={600}>
        {inCreate('asClaimersSeeIt')}
      </Text>
      <Card withBorder p={0} radius="lg">
        <DropPicture id={form.title || 'new'} imageUrl={form.imageUrl ?? creator.cover} />
        <Stack gap="md" p="md">
          <div>
            {form.opening === 'later' ? (
              <Group mb={6}>
                <StatusBadge status="SCHEDULED" />
              </Group>
            ) : null}
            <Text ff="heading" fw={700} fz="xl" lh={1.2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {form.title.trim() || inCreate('yourTitle')}
            </Text>
            <Text c="dimmed" size="sm" mt={2}>
              {inCreate.rich('by', { name: () => <bdi>{creator.displayName ?? creator.username}</bdi> })}
            </Text>
          </div>
          {drop === null ? (
            <Text size="sm" c="dimmed">
              {inCreate('enterAmountPerClaim')}
            </Text>
          ) : (
            <>
              <AwardLine drop={drop} isOver={false} />
              <WhatIsLeft drop={drop} isLive />
              <Divider />
              {closedWhy(drop, surroundings.nowMs) === null &&
              drop.claimAccess !== 'OWNER' &&
              !drop.isLinkOnly ? (
                <Button
                  component="span"
                  fullWidth
                  aria-hidden
                  data-static
                  style={{ pointerEvents: 'none', whiteSpace: 'normal' }}
                >
                  {drop.admission === 'LOTTERY'
                    ? inLottery('enter')
                    : claimLabel(drop, { amount: null, recipient: null, items: 1 })}
                </Button>
              ) : null}
              <DropStory drop={drop} />
            </>
          )}
        </Stack>
      </Card>
    </Stack>
  )
}
