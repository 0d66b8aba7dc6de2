import { Button, List, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../../api/changes.ts'
import { ChangeDropStatusDocument, DeleteDropDocument } from '../../../api/generated/operations.ts'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { inPlainWords } from '../../../words/error-words.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { instantOf, TIME_ZONE } from '../../drop-fields/read-inputs.ts'
import { useIsHere } from '../../use-is-here.ts'
import { type ShownDrop, useDropPatch } from '../use-drop.ts'
import { type StatusChange, type StatusChangeName, updateFor } from './status-changes.ts'

// Loaded on demand, because only reopening a drop asks for a time.
const TimeField = lazyPart(async () => ({
  default: (await import('../../../components/time-field.tsx')).TimeField,
}))

/** Explains the consequences of a status change and asks for confirmation. */
export function ConfirmStatusChange({
  drop,
  statusChange,
  statusChanges,
  onClose,
}: {
  readonly drop: ShownDrop
  /** Null if no change is to be confirmed. */
  readonly statusChange: StatusChange | null
  readonly statusChanges: ReturnType<typeof useStatusChanges>
  readonly onClose: () => void
}) {
  const [deadline, setDeadline] = useState<string | null>(null)
  // Stays set while the dialog fades out.
  const [shown, setShown] = useState(statusChange)
  useEffect(() => {
    if (statusChange) setShown(statusChange)
  }, [statusChange])
  const close = () => {
    statusChanges.forget()
    setDeadline(null)
    onClose()
  }
  const needsDeadline = shown?.name === 'reopen'

  return (
    <Modal
      opened={statusChange !== null}
      onClose={close}
      title={`${shown?.label ?? ''}: ${drop.title}`}
      centered
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
        <DialogActions error={statusChanges.error} closeLabel={inDrop('notNow')} onClose={close}>
          <Button
            color={shown?.isForGood ? 'red' : 'leaf'}
            disabled={needsDeadline && deadline === null}
            loading={statusChanges.isPending}
            onClick={() => {
              if (shown) statusChanges.make(shown, deadline === null ? null : instantOf(deadline), close)
            }}
          >
            {shown?.label}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

/** Deletes a drop permanently. The user must type its title to confirm. */
export function DeleteDrop({
  drop,
  isOpen,
  onClose,
}: {
  readonly drop: ShownDrop
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const isHere = useIsHere()
  const change = useChange(DeleteDropDocument, {
    // Passed to the hook, not to `mutate`, so that the page does not read the deleted drop first.
    onDone: () => {
      notifications.show({ message: inDrop('titleIsDeleted', { title: drop.title }), color: 'leaf' })
      if (isHere()) void navigate('/')
    },
  })
  const isSame = typed.trim() === drop.title.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSame) return
    change.mutate({ id: drop.id })
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={inDrop('deleteThisDrop')} centered>
      <form onSubmit={submit}>
        <Stack>
          <List spacing={6} size="sm">
            <List.Item>{inDrop('dropAndItsPage')}</List.Item>
            <List.Item>{inDrop('claimersAndBuyersCan')}</List.Item>
            <List.Item>{inDrop('paymentsForItemsThat')}</List.Item>
            <List.Item>{inDrop('issuedVouchersWorkUntil')}</List.Item>
          </List>
          <TextInput
            label={inDrop('typeDropsNameTitle', { title: drop.title })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <DialogActions error={change.error} closeLabel={inDrop('keepIt')} onClose={onClose}>
            <Button type="submit" color="red" disabled={!isSame} loading={change.isPending}>
              {inDrop('deletePermanently')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}

const DONE: Readonly<Record<StatusChangeName, string>> = {
  open: inDrop('dropIsOpen'),
  schedule: inDrop('dropOpensAtIts'),
  pause: inDrop('pausedNoClaimsUntil'),
  resume: inDrop('resumedPeopleCanClaim'),
  end: inDrop('dropHasEnded'),
  reopen: inDrop('dropIsOpenAgain'),
  cancel: inDrop('dropIsCancelled'),
}

/** These changes need no dialog, so a notification shows the server's refusal. */
const WITHOUT_DIALOG: ReadonlySet<StatusChangeName> = new Set(['schedule', 'pause', 'resume'])

/** Changes a drop's status. The page shows the new status only after the server has confirmed it. */
export function useStatusChanges(drop: ShownDrop) {
  const reads = useQueryClient()
  const patch = useDropPatch(drop.id)
  const change = useChange(ChangeDropStatusDocument)

  function make(statusChange: StatusChange, deadline: string | null, onDone: () => void = () => {}): void {
    change.mutate(
      { id: drop.id, input: updateFor(statusChange, deadline) },
      {
        onSuccess: ({ updateDrop }) => {
          if (updateDrop) patch(updateDrop)
          notifications.show({ message: DONE[statusChange.name], color: 'leaf' })
          onDone()
        },
        onError: (error) => {
          void reads.invalidateQueries()
          if (WITHOUT_DIALOG.has(statusChange.name))
            notifications.show({
              title: inDrop('labelNotDone', { label: statusChange.label }),
              message: inPlainWords(error),
              color: 'red',
            })
        },
      },
    )
  }
  return { make, isPending: change.isPending, error: change.error, forget: change.reset }
}
