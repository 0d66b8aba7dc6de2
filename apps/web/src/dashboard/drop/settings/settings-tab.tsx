import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopiedText } from '../../../components/copied-text.tsx'
import { serviceNow } from '../../../page/page-data.ts'
import { isRandom } from '../../../words/drop-amount.ts'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { FIELD_LABELS, RANDOMNESS_LABELS } from '../../drop-fields/field-labels.ts'
import { Card } from '../card.tsx'
import { ConfirmMove } from '../head/confirm-move.tsx'
import { DeleteDrop } from '../head/delete-drop.tsx'
import { type Move, movesOf } from '../head/moves.ts'
import { useMoves } from '../head/use-moves.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { DropSettingsForm } from './drop-settings-form.tsx'
import { KeyRotation } from './key-rotation.tsx'

/** Actions that cannot be undone. */
export function DangerZone({ drop }: { readonly drop: ShownDrop }) {
  const [asked, setAsked] = useState<Move | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const moves = useMoves(drop)
  const cancel = movesOf(drop, serviceNow()).find(({ name }) => name === 'cancel')
  return (
    <Card title={inDropSettings('dangerZone')}>
      <Text size="sm" c="dimmed" mb="md">
        {inDropSettings('cancellingEndsDropAnd')}
      </Text>
      <Group gap="sm">
        {cancel ? (
          <Button variant="light" color="red" onClick={() => setAsked(cancel)}>
            {cancel.label}
          </Button>
        ) : null}
        <Button variant="light" color="red" onClick={() => setDeleting(true)}>
          {inDropSettings('deleteDrop')}
        </Button>
      </Group>
      <ConfirmMove drop={drop} move={asked} moves={moves} onClose={() => setAsked(null)} />
      <DeleteDrop drop={drop} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Card>
  )
}

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

/** The head of the hash chain over the drop's claims. */
export const OrderOfClaims = ({ head }: { readonly head: string }) => (
  <Card title={inDropSettings('orderOfClaims')} hint={inDropSettings('thisValueFollowsFrom')}>
    <CopiedText text={head} label={inDropSettings('headOfOrder')} />
  </Card>
)

/** The settings of a drop that can be changed. */
export const SettingsTab = ({ drop }: { readonly drop: ShownDrop }) => (
  <Stack gap="md" maw={820}>
    <DropSettingsForm drop={drop} />
    {isRandom(drop) ? <FairDraw drop={drop} /> : null}
    {drop.orderHead === null ? null : <OrderOfClaims head={drop.orderHead} />}
    <KeyRotation drop={drop} />
    <DangerZone drop={drop} />
  </Stack>
)
