import { Anchor, Stack, Text } from '@mantine/core'
import { CopiedText } from '../../../components/copied-text.tsx'
import { FIELD_LABELS, RANDOMNESS_LABELS } from '../../drop-fields/field-labels.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'

/** How anybody can check that a random drop's amounts were drawn fairly. */
export function FairDraw({ drop }: { readonly drop: ShownDrop }) {
  return (
    <Card
      title="Fair draw"
      hint={
        drop.randomness === 'BEACON'
          ? 'Amounts follow from a seed that was fixed before the first draw and from public rounds of randomness. Nobody can predict or choose them.'
          : 'Amounts follow from a seed that was fixed before the first draw. Until the drop is over, the operator of this service can predict them.'
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
            Fingerprint of the seed
          </Text>
          <CopiedText text={drop.randomnessCommitment ?? ''} label="fingerprint of the seed" />
        </div>
        <div>
          <Text size="sm" fw={600}>
            Seed
          </Text>
          {drop.randomnessSeed === null ? (
            <Text size="sm" c="dimmed">
              Published when the drop is sold out, ended or cancelled. Until then it would reveal the draws to
              come.
            </Text>
          ) : (
            <CopiedText text={drop.randomnessSeed} label="seed" />
          )}
        </div>
        <Anchor href={`/verify/${drop.id}`} target="_blank" rel="noopener" size="sm" underline="always">
          Check the draws
        </Anchor>
      </Stack>
    </Card>
  )
}
