import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { MoveDropDocument } from '../../../api/generated/operations.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import { type ShownDrop, useDropPatch } from '../use-drop.ts'
import { type Move, type MoveName, updateFor } from './moves.ts'

const DONE: Readonly<Record<MoveName, string>> = {
  open: inDrop('dropIsOpen'),
  schedule: inDrop('dropOpensAtIts'),
  pause: inDrop('pausedNoClaimsUntil'),
  resume: inDrop('resumedPeopleCanClaim'),
  end: inDrop('dropHasEnded'),
  reopen: inDrop('dropIsOpenAgain'),
  cancel: inDrop('dropIsCancelled'),
}

/** These changes need no dialog, so a notification shows the server's refusal. */
const WITHOUT_DIALOG: ReadonlySet<MoveName> = new Set(['schedule', 'pause', 'resume'])

/** Changes a drop's status. The page shows the new status only after the server has confirmed it. */
export function useMoves(drop: ShownDrop) {
  const reads = useQueryClient()
  const patch = useDropPatch(drop.id)
  const change = useChange(MoveDropDocument)

  function make(move: Move, deadline: string | null, onDone: () => void = () => {}): void {
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
          if (WITHOUT_DIALOG.has(move.name))
            notifications.show({
              title: inDrop('labelNotDone', { label: move.label }),
              message: inPlainWords(fault),
              color: 'red',
            })
        },
      },
    )
  }
  return { make, isPending: change.isPending, fault: change.error, forget: change.reset }
}
