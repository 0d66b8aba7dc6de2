import { Anchor, Stack, Text } from '@mantine/core'
import { CopiedText } from '../../../components/copied-text.tsx'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { FIELD_LABELS, RANDOMNESS_LABELS } from '../../drop-fields/field-labels.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'

/** How to verify that a random drop's amounts were drawn fairly. */
export function FairDraw({ drop }: { readonly drop: ShownDrop }) {
  return (
    <Card
      title={inDropSettings('fairDraw')}
      hint={
        drop.randomness === 'BEACON'
          ? inDropSettings('amountsFollowFromSeed')
          : inDropSettings('amountsFollowFromSeedThat')
      }
    >
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {FIELD_LABELS.randomness}
          </Text>
          <Text size="sm">{RANDOMNESS_LABELS[drop.randomness ?? 'INSTANT']}</Text>
        </div>
        <div>
          <Text size="sm" fw={600}>
            {inDropSettings('fingerprintOfSeed')}
          </Text>
          <CopiedText text={drop.randomnessCommitment ?? ''} label={inDropSettings('fingerprintOfSeed2')} />
        </div>
        <div>
          <Text size="sm" fw={600}>
            {inDropSettings('seed')}
          </Text>
          {drop.randomnessSeed === null ? (
            <Text size="sm" c="dimmed">
              {inDropSettings('publishedWhenDropIs')}
            </Text>
          ) : (
            <CopiedText text={drop.randomnessSeed} label={inDropSettings('seed2')} />
          )}
        </div>
        <Anchor href={`/verify/${drop.id}`} target="_blank" rel="noopener" size="sm" underline="always">
          {inDropSettings('checkDraws')}
        </Anchor>
      </Stack>
    </Card>
  )
}
