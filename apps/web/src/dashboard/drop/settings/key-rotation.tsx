import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSingleMutation } from '../../../api/changes.ts'
import { ApiRefusal } from '../../../api/errors.ts'
import { credential, postJson } from '../../../api/http.ts'
import { CopiedText } from '../../../components/copyable.tsx'
import { ConfirmDialog, ShownOnceDialog } from '../../../components/dialogs.tsx'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../../card.tsx'
import { useUnsaved } from '../../use-unsaved.ts'
import type { ShownDrop } from '../use-drop.ts'

interface RotatedKey {
  /** Base64 of the 32 bytes. */
  readonly newPublicKey: string
  /** `suiprivkey1…` */
  readonly newPrivateKey: string
}

/** Rotates a drop's key. The errors of this route have their own format, without a code. */
async function rotateKey(dropId: string, reason: string): Promise<RotatedKey> {
  const { status, body } = await postJson(
    `/drops/${encodeURIComponent(dropId)}/rotate-key`,
    { reason },
    { authorization: `Bearer ${credential.get() ?? ''}` },
  )
  const answer = body as
    | ({ readonly success: true } & RotatedKey)
    | { readonly success: false; readonly error?: string }
  if (answer.success) return answer
  throw new ApiRefusal(answer.error ?? `The service answered ${status}`, { code: 'CONFLICT' })
}

/** Rotates the key that signs the drop's vouchers. */
export function KeyRotation({ drop }: { readonly drop: ShownDrop }) {
  const reads = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [made, setMade] = useUnsaved<RotatedKey | null>(`signing key ${drop.id}`, null)
  const [revealed, setRevealed] = useState<string | null>(null)
  const rotation = useSingleMutation({
    mutationFn: () => rotateKey(drop.id, reason.trim()),
    onSuccess: (key) => {
      setMade(key)
      setAsked(false)
      setReason('')
      void reads.invalidateQueries()
    },
  })

  return (
    <Card title={inDropTabs('signingKey')} hint={inDropTabs('itSignsVouchersThat')}>
      <Stack gap="sm" align="flex-start">
        {made === null ? null : (
          <div role="status">
            <Text size="sm" fw={600}>
              {inDropTabs('newPublicKey')}
            </Text>
            <CopiedText text={made.newPublicKey} label={inDropTabs('newPublicKey2')} />
          </div>
        )}
        {made === null ? (
          <Button variant="default" leftSection={<IconKey size={17} />} onClick={() => setAsked(true)}>
            {inDropTabs('rotateKey')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconKey size={17} />}
            onClick={() => setRevealed(made.newPrivateKey)}
          >
            {inDropTabs('revealPrivateKeyOnce')}
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        title={inDropTabs('rotateSigningKey')}
        confirmLabel={inDropTabs('rotateIt')}
        isOpen={isAsked}
        isBusy={rotation.isPending}
        isReady={reason.trim() !== ''}
        error={rotation.error}
        onConfirm={() => rotation.mutate()}
        onClose={() => {
          rotation.reset()
          setAsked(false)
        }}
      >
        <Text size="sm">{inDropTabs('openVouchersAreSigned')}</Text>
        <TextInput
          label={inDropTabs('why')}
          placeholder={inDropTabs('oldKeyWasExposed')}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </ConfirmDialog>
      <ShownOnceDialog
        title={inDropTabs('newPrivateKey')}
        label={inDropTabs('privateKey')}
        secret={revealed}
        onClose={() => {
          setRevealed(null)
          setMade(null)
        }}
      >
        {inDropTabs('anyoneWhoHasIt')}
      </ShownOnceDialog>
    </Card>
  )
}
