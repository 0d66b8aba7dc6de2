import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { MoveDropDocument } from '../../../api/generated/operations.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { useDropPatch } from '../use-drop.ts'
import { type Move, type MoveName, updateFor } from './moves.ts'

const DONE: Readonly<Record<MoveName, string>> = {
  open: 'The drop is open.',
  schedule: 'The drop opens by itself when its time comes.',
  pause: 'Paused: nobody gets anything until you resume.',
  resume: 'Going on: people can claim again.',
  end: 'The drop has ended.',
  reopen: 'The drop is open again.',
  cancel: 'The drop is called off.',
}

/** What is undone with a click is shown before the service has answered. */
const SHOWN_AT_ONCE: ReadonlySet<MoveName> = new Set(['pause', 'resume'])

/** Moves a drop from state to state. */
export function useMoves(drop: ShownDrop) {
  const reads = useQueryClient()
  const patch = useDropPatch(drop.id)
  const change = useChange(MoveDropDocument)

  function make(move: Move, deadline: string | null, onDone: () => void = () => {}): void {
    if (SHOWN_AT_ONCE.has(move.name)) patch({ status: move.to, isActive: move.to === 'ACTIVE' })
    change.mutate(
      { id: drop.id, input: updateFor(move, deadline) },
      {
        onSuccess: ({ updateDrop }) => {
          if (updateDrop) patch(updateDrop)
          notifications.show({ message: DONE[move.name], color: 'leaf' })
          onDone()
        },
        onError: (fault) => {
          void reads.invalidateQueries()
          if (SHOWN_AT_ONCE.has(move.name))
            notifications.show({
              title: `${move.label}: not done`,
              message: inPlainWords(fault),
              color: 'red',
            })
        },
      },
    )
  }
  return { make, isPending: change.isPending, fault: change.error, forget: change.reset }
}
