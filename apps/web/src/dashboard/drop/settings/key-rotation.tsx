import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { CopiedText } from '../../../components/copied-text.tsx'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { type RotatedKey, rotateKey } from './rotate-key.ts'

/** Exchanges the key that signs the drop's vouchers. */
export function KeyRotation({ drop }: { readonly drop: ShownDrop }) {
  const reads = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [made, setMade] = useState<RotatedKey | null>(null)
  const [revealed, setRevealed] = useState<string | null>(null)
  const rotation = useMutation({
    mutationFn: () => rotateKey(drop.id, reason.trim()),
    onSuccess: (key) => {
      setMade(key)
      setAsked(false)
      setReason('')
      void reads.invalidateQueries()
    },
  })

  return (
    <Card
      title="Signing key"
      hint="It signs the vouchers that release tokens from the vault. Rotate it if someone else may have it."
    >
      <Stack gap="sm" align="flex-start">
        {made === null ? null : (
          <div role="status">
            <Text size="sm" fw={600}>
              New public key
            </Text>
            <CopiedText text={made.newPublicKey} label="new public key" />
          </div>
        )}
        {made === null ? (
          <Button variant="default" leftSection={<IconKey size={17} />} onClick={() => setAsked(true)}>
            Rotate the key
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconKey size={17} />}
            onClick={() => setRevealed(made.newPrivateKey)}
          >
            Reveal the private key, once
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        title="Rotate the signing key"
        confirmLabel="Rotate it"
        isOpen={isAsked}
        isBusy={rotation.isPending}
        isReady={reason.trim() !== ''}
        fault={rotation.error}
        onConfirm={() => rotation.mutate()}
        onClose={() => {
          rotation.reset()
          setAsked(false)
        }}
      >
        <Text size="sm">
          Open vouchers are signed again with the new key. Vouchers signed with the old key stop working.
          Claimers get a new one on the claim page.
        </Text>
        <TextInput
          label="Why"
          placeholder="The old key was exposed"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </ConfirmDialog>
      <ShownOnceDialog
        title="The new private key"
        label="private key"
        secret={revealed}
        onClose={() => {
          setRevealed(null)
          setMade(null)
        }}
      >
        Anyone who has it can sign vouchers for this drop. The service keeps its own copy. You need this one
        only as a backup.
      </ShownOnceDialog>
    </Card>
  )
}
