import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { SaveDropDocument, ServiceCurrenciesDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { decimalsOf } from '../../../words/drop-amount.ts'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { useUnsaved } from '../../use-unsaved.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { DetailFields } from './detail-fields.tsx'
import { type EditedDrop, type FieldFaults, formOf, readChanges } from './drop-changes.ts'
import { refusedField } from './refused-fields.ts'
import { TermFields } from './term-fields.tsx'

const NO_EDITS: Partial<EditedDrop> = {}

/** The form for a drop's texts and terms. Sends only the changed values. */
export function DropSettingsForm({ drop }: { readonly drop: ShownDrop }) {
  const currencies = useRead(ServiceCurrenciesDocument, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [edits, setEdits] = useUnsaved<Partial<EditedDrop>>(`settings ${drop.id}`, NO_EDITS)
  const [found, setFound] = useState<FieldFaults>({})
  const save = useChange(SaveDropDocument)
  const known = currencies.data?.service.currencies
  if (!known)
    return currencies.error ? (
      <FaultMessage fault={currencies.error} onRetry={() => void currencies.refetch()} />
    ) : (
      <Skeleton height={420} radius="lg" />
    )

  const was = formOf(drop)
  const form = { ...was, ...edits }
  const currency = known.find(({ code }) => code === drop.currency) ?? { code: drop.currency, decimals: 0 }
  const isChanged = JSON.stringify(form) !== JSON.stringify(was)
  const { error } = save
  const refused = refusedField(error, drop)
  const isOfField = refused !== null && Object.keys(refused).every((field) => field in form)
  const faults = isOfField ? { ...found, ...refused } : found
  const change = (part: Partial<EditedDrop>) => {
    save.reset()
    setFound({})
    setEdits({ ...edits, ...part })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readChanges(was, form, {
      tokenAmount: drop.tokenAmount,
      claimType: drop.claimType,
      decimals: decimalsOf(drop),
      currency,
    })
    if (read.kind === 'faulty') return setFound(read.faults)
    save.mutate(
      { id: drop.id, input: read.input },
      {
        onSuccess: () => {
          setEdits(NO_EDITS)
          notifications.show({ message: inDropSettings('saved'), color: 'leaf' })
        },
      },
    )
  }

  const parts = { drop, form, change, faults }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Card title={inDropSettings('whatPeopleSee')}>
          <DetailFields {...parts} />
        </Card>
        <Card title={inDropSettings('terms')} hint={inDropSettings('changesApplyToNew')}>
          <TermFields {...parts} />
        </Card>
        {error && !isOfField ? <FaultMessage fault={error} /> : null}
        <Group gap="sm">
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            {inDropSettings('saveChanges')}
          </Button>
          {isChanged ? (
            <>
              <Button variant="default" onClick={() => setEdits(NO_EDITS)}>
                {inDropSettings('discardChanges')}
              </Button>
              <Text size="sm" c="dimmed">
                {inDropSettings('notSavedYet')}
              </Text>
            </>
          ) : null}
        </Group>
      </Stack>
    </form>
  )
}
