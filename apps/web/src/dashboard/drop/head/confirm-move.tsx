import { Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { inDrop } from '../../../words/messages/drop.ts'
import { instantOf, TIME_ZONE } from '../local-time.ts'
import type { ShownDrop } from '../shown-drop.ts'
import type { Move } from './moves.ts'
import type { useMoves } from './use-moves.ts'

// Loaded on demand, because only reopening a drop asks for a time.
const TimeField = lazy(async () => ({
  default: (await import('../../../components/time-field.tsx')).TimeField,
}))

/** Explains the consequences of a status change and asks for confirmation. */
export function ConfirmMove({
  drop,
  move,
  moves,
  onClose,
}: {
  readonly drop: ShownDrop
  /** Null if no change is to be confirmed. */
  readonly move: Move | null
  readonly moves: ReturnType<typeof useMoves>
  readonly onClose: () => void
}) {
  const [deadline, setDeadline] = useState<string | null>(null)
  // Stays set while the dialog fades out.
  const [shown, setShown] = useState(move)
  useEffect(() => {
    if (move) setShown(move)
  }, [move])
  const close = () => {
    moves.forget()
    setDeadline(null)
    onClose()
  }
  const needsDeadline = shown?.name === 'reopen'

  return (
    <Modal
      opened={move !== null}
      onClose={close}
      title={`${shown?.label ?? ''}: ${drop.title}`}
      centered
      closeButtonProps={{ 'aria-label': inDrop('close') }}
    >
      <Stack>
        {shown?.isForGood ? <Text fw={600}>{inDrop('thisCannotBeUndone')}</Text> : null}
        {shown && shown.consequences.length > 0 ? (
          <List spacing={6} size="sm">
            {shown.consequences.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        ) : null}
        {needsDeadline ? (
          <Suspense fallback={<Skeleton height={80} />}>
            <TimeField
              label={inDrop('newDeadline')}
              description={inDrop('untilWhenPeopleMay', { TIME_ZONE })}
              placeholder={inDrop('pickDayAndTime')}
              value={deadline}
              onChange={setDeadline}
            />
          </Suspense>
        ) : null}
        {moves.fault ? <FaultMessage fault={moves.fault} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {inDrop('notNow')}
          </Button>
          <Button
            color={shown?.isForGood ? 'red' : 'leaf'}
            disabled={needsDeadline && deadline === null}
            loading={moves.isPending}
            onClick={() => {
              if (shown) moves.make(shown, deadline === null ? null : instantOf(deadline), close)
            }}
          >
            {shown?.label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
