import { Button, Group, List, Modal, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../../api/changes.ts'
import { DeleteDropDocument } from '../../../api/generated/operations.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../shown-drop.ts'

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
  const change = useChange(DeleteDropDocument, {
    // Passed to the hook, not to `mutate`: the update about the deletion may unmount this dialog before the answer arrives,
    // and then callbacks of `mutate` are not called.
    onDone: () => {
      notifications.show({ message: inDrop('titleIsDeleted', { title: drop.title }), color: 'leaf' })
      void navigate('/')
    },
  })
  const isSame = typed.trim() === drop.title.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSame) return
    change.mutate({ id: drop.id })
  }

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={inDrop('deleteThisDrop')}
      centered
      closeButtonProps={{ 'aria-label': inDrop('close') }}
    >
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
          {change.error ? <FaultMessage fault={change.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {inDrop('keepIt')}
            </Button>
            <Button type="submit" color="red" disabled={!isSame} loading={change.isPending}>
              {inDrop('deletePermanently')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
