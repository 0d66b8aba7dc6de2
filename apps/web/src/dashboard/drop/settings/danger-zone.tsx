import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { serviceNow } from '../../../page/page-data.ts'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { Card } from '../card.tsx'
import { ConfirmMove } from '../head/confirm-move.tsx'
import { DeleteDrop } from '../head/delete-drop.tsx'
import { type Move, movesOf } from '../head/moves.ts'
import { useMoves } from '../head/use-moves.ts'
import type { ShownDrop } from '../shown-drop.ts'

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
