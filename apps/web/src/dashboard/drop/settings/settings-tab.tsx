import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { SaveDropDocument, ServiceCurrenciesDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { CopiedText } from '../../../components/copyable.tsx'
import { ErrorMessage, NotLoaded } from '../../../components/error-message.tsx'
import { serviceNow } from '../../../page/page-data.ts'
import { decimalsOf, isRandom } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../../card.tsx'
import { FIELD_LABELS, RANDOMNESS_LABELS } from '../../drop-fields/term-inputs.tsx'
import { useUnsaved } from '../../use-unsaved.ts'
import { ConfirmStatusChange, DeleteDrop, useStatusChanges } from '../head/confirm-status-change.tsx'
import { type StatusChange, statusChangesOf } from '../head/status-changes.ts'
import type { ShownDrop } from '../use-drop.ts'
import { type EditedDrop, type FieldErrors, formOf, readChanges, refusedField } from './drop-changes.ts'
import { KeyRotation } from './key-rotation.tsx'
import { DetailFields, TermFields } from './setting-fields.tsx'

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

const NO_EDITS: Partial<EditedDrop> = {}

/** The form for a drop's texts and terms. Sends only the changed values. */
function DropSettingsForm({ drop }: { readonly drop: ShownDrop }) {
  const currencies = useRead(ServiceCurrenciesDocument, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [edits, setEdits, editsNow] = useUnsaved<Partial<EditedDrop>>(`settings ${drop.id}`, NO_EDITS)
  const [found, setFound] = useState<FieldErrors>({})
  const save = useChange(SaveDropDocument)
  const known = currencies.data?.service.currencies
  if (!known) return <NotLoaded read={currencies} height={420} radius="lg" />

  const was = formOf(drop)
  const form = { ...was, ...edits }
  const currency = known.find(({ code }) => code === drop.currency) ?? { code: drop.currency, decimals: 0 }
  const isChanged = JSON.stringify(form) !== JSON.stringify(was)
  const { error } = save
  const refused = refusedField(error, drop)
  const isOfField = refused !== null && Object.keys(refused).every((field) => field in form)
  const errors = isOfField ? { ...found, ...refused } : found
  const change = (part: Partial<EditedDrop>) => {
    save.reset()
    setFound({})
    setEdits({ ...editsNow(), ...part })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readChanges(was, form, {
      tokenAmount: drop.tokenAmount,
      claimType: drop.claimType,
      decimals: decimalsOf(drop),
      currency,
    })
    if (read.kind === 'invalid') return setFound(read.errors)
    save.mutate(
      { id: drop.id, input: read.input },
      {
        onSuccess: () => {
          if (editsNow() === edits) setEdits(NO_EDITS)
          notifications.show({ message: inDropTabs('saved'), color: 'leaf' })
        },
      },
    )
  }

  const parts = { drop, form, change, errors }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Card title={inDropTabs('whatPeopleSee')}>
          <DetailFields {...parts} />
        </Card>
        <Card title={inDropTabs('terms')} hint={inDropTabs('changesApplyToNew')}>
          <TermFields {...parts} />
        </Card>
        {error && !isOfField ? <ErrorMessage error={error} /> : null}
        <Group gap="sm">
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            {inDropTabs('saveChanges')}
          </Button>
          {isChanged ? (
            <>
              <Button variant="default" onClick={() => setEdits(NO_EDITS)}>
                {inDropTabs('discardChanges')}
              </Button>
              <Text size="sm" c="dimmed">
                {inDropTabs('notSavedYet')}
              </Text>
            </>
          ) : null}
        </Group>
      </Stack>
    </form>
  )
}

/** Actions that cannot be undone. */
function DangerZone({ drop }: { readonly drop: ShownDrop }) {
  const [asked, setAsked] = useState<StatusChange | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const statusChanges = useStatusChanges(drop)
  const cancel = statusChangesOf(drop, serviceNow()).find(({ name }) => name === 'cancel')
  return (
    <Card title={inDropTabs('dangerZone')}>
      <Text size="sm" c="dimmed" mb="md">
        {inDropTabs('cancellingEndsDropAnd')}
      </Text>
      <Group gap="sm">
        {cancel ? (
          <Button variant="light" color="red" onClick={() => setAsked(cancel)}>
            {cancel.label}
          </Button>
        ) : null}
        <Button variant="light" color="red" onClick={() => setDeleting(true)}>
          {inDropTabs('deleteDrop')}
        </Button>
      </Group>
      <ConfirmStatusChange
        drop={drop}
        statusChange={asked}
        statusChanges={statusChanges}
        onClose={() => setAsked(null)}
      />
      <DeleteDrop drop={drop} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Card>
  )
}

/** How to verify that a random drop's amounts were drawn fairly. */
function FairDraw({ drop }: { readonly drop: ShownDrop }) {
  return (
    <Card
      title={inDropTabs('fairDraw')}
      hint={
        drop.randomness === 'BEACON'
          ? inDropTabs('amountsFollowFromSeed')
          : inDropTabs('amountsFollowFromSeedThat')
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
            {inDropTabs('fingerprintOfSeed')}
          </Text>
          <CopiedText text={drop.randomnessCommitment ?? ''} label={inDropTabs('fingerprintOfSeed2')} />
        </div>
        <div>
          <Text size="sm" fw={600}>
            {inDropTabs('seed')}
          </Text>
          {drop.randomnessSeed === null ? (
            <Text size="sm" c="dimmed">
              {inDropTabs('publishedWhenDropIs')}
            </Text>
          ) : (
            <CopiedText text={drop.randomnessSeed} label={inDropTabs('seed2')} />
          )}
        </div>
        <Anchor href={`/verify/${drop.id}`} target="_blank" rel="noopener" size="sm" underline="always">
          {inDropTabs('checkDraws')}
        </Anchor>
      </Stack>
    </Card>
  )
}

/** The head of the hash chain over the drop's claims. */
const OrderOfClaims = ({ head }: { readonly head: string }) => (
  <Card title={inDropTabs('orderOfClaims')} hint={inDropTabs('thisValueFollowsFrom')}>
    <CopiedText text={head} label={inDropTabs('headOfOrder')} />
  </Card>
)
