import { Box, Button, Card, Group, Progress, Skeleton, Stack, Stepper, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  CreateDropSurroundingsDocument,
  ShortcodeTakenDocument,
  type TokenRowFragment,
} from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { ConfirmDialog } from '../../components/dialogs.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { useNow } from '../../components/use-now.ts'
import { inCreate } from '../../words/messages/create.ts'
import { LaunchedScreen, StoppedLaunch } from './after-launch.tsx'
import { type Draft, useDraft } from './draft.ts'
import { otherShortcode, shortcodeOf, type TakenShortcodes } from './drop-form.ts'
import type { Currency, Surroundings } from './form-errors.ts'
import type { LaunchProgress } from './launch.ts'
import { StepFrame } from './step-frame.tsx'
import { STEPS } from './steps.ts'
import { useLaunch } from './use-launch.ts'

/** The screen on which a creator creates a drop step by step. */
export default function CreateDropScreen() {
  const { data, error, refetch } = useRead(CreateDropSurroundingsDocument, {})
  if (data)
    return (
      <Wizard
        userId={data.me?.id ?? ''}
        currencies={data.service.currencies}
        tokens={data.me?.tokens ?? []}
        chain={data.service.chain}
      />
    )
  return (
    <>
      <ScreenHead title={inCreate('newDrop')} back={{ to: '/', label: inCreate('drops') }} />
      {error ? (
        <ErrorMessage error={error} title={inCreate('formCouldNotBe')} onRetry={() => void refetch()} />
      ) : (
        <Card withBorder p="xl" role="status" aria-label={inCreate('loading')}>
          <Stack>
            <Skeleton h={28} w="40%" />
            <Skeleton h={64} />
            <Skeleton h={64} />
            <Skeleton h={64} />
          </Stack>
        </Card>
      )}
    </>
  )
}

/** Asks for confirmation before the typed values are discarded. */
function AbandonDialog({
  isOpen,
  draft,
  onClose,
  onConfirm,
}: {
  readonly isOpen: boolean
  /** The draft that is already on the server. */
  readonly draft: LaunchProgress['drop']
  readonly onClose: () => void
  readonly onConfirm: () => void
}) {
  return (
    <ConfirmDialog
      title={draft ? inCreate('startAnotherDrop') : inCreate('discardThisDrop')}
      confirmLabel={draft ? inCreate('startAnother') : inCreate('discard')}
      isOpen={isOpen}
      isBusy={false}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Text size="sm">
        {draft ? inCreate('titleStaysInYour', { title: draft.title }) : inCreate('everythingYouEnteredHere')}
      </Text>
    </ConfirmDialog>
  )
}

/** Shows the current step. The user can go back to steps that were reached before. */
function StepsHead({
  step,
  furthest,
  onStep,
}: {
  readonly step: number
  readonly furthest: number
  readonly onStep: (step: number) => void
}) {
  const current = STEPS[step]
  return (
    <>
      <Stepper active={step} onStepClick={onStep} size="sm" iconSize={32} visibleFrom="md" mb="lg">
        {STEPS.map(({ name, label }, index) => (
          <Stepper.Step
            key={name}
            label={label}
            allowStepSelect={index <= furthest}
            disabled={index > furthest}
          />
        ))}
      </Stepper>
      <Box hiddenFrom="md" mb="md">
        <Group justify="space-between" mb={6}>
          <Text size="sm" fw={600}>
            {current?.label}
          </Text>
          <Text size="sm" c="dimmed" className="numbers">
            {inCreate('stepCountOfLength', { count: step + 1, length: STEPS.length })}
          </Text>
        </Group>
        <Progress
          value={(100 * (step + 1)) / STEPS.length}
          size="sm"
          aria-label={inCreate('stepCountOfLength', { count: step + 1, length: STEPS.length })}
        />
      </Box>
    </>
  )
}

/** The token in the URL's `token` parameter, which a token's screen links to. Null if the user has no such token. */
function useAskedToken(tokens: readonly TokenRowFragment[]): TokenRowFragment | null {
  const [search, setSearch] = useSearchParams()
  const [asked] = useState(() => search.get('token'))
  // The parameter is removed, so that a reload does not undo a later choice.
  useEffect(() => {
    if (asked === null) return
    setSearch(
      (search) => {
        search.delete('token')
        return search
      },
      { replace: true },
    )
  }, [asked, setSearch])
  return tokens.find(({ id }) => id === asked) ?? null
}

/**
 * Stores the draft's step in the URL, so that the browser's Back and Forward buttons move between steps. If the URL names
 * no step, or one that was not reached yet, the draft's stored step is shown.
 */
function useStepInAddress(draft: Draft): Draft {
  const [search, setSearch] = useSearchParams()
  const asked = STEPS.findIndex(({ name }) => name === search.get('step'))
  const isReached = asked !== -1 && asked <= draft.furthest
  const step = isReached ? asked : draft.step
  const write = (next: number, options?: { readonly replace: boolean }) =>
    setSearch((before) => {
      before.set('step', STEPS[next]?.name ?? 'token')
      return before
    }, options)

  // biome-ignore lint/correctness/useExhaustiveDependencies: written once for each address that names no step.
  useEffect(() => {
    if (!isReached) write(step, { replace: true })
  }, [isReached, step])

  return {
    ...draft,
    step,
    stepName: STEPS[step]?.name ?? 'token',
    goTo(next) {
      draft.goTo(next)
      if (next !== step) write(next)
    },
    discard() {
      draft.discard()
      write(0, { replace: true })
    },
  }
}

/** Leads through the steps, stores the draft, launches the drop and shows the result. */
function Wizard({
  userId,
  tokens,
  currencies,
  chain,
}: {
  readonly userId: string
  readonly tokens: readonly TokenRowFragment[]
  readonly currencies: readonly Currency[]
  readonly chain: string
}) {
  const storedDraft = useStepInAddress(useDraft(userId, useAskedToken(tokens)))
  // The token may have been deployed since it was chosen.
  const token = tokens.find(({ id }) => id === storedDraft.form.token?.id) ?? storedDraft.form.token
  const draft = { ...storedDraft, form: { ...storedDraft.form, token } }
  const nowMs = useNow(30_000)
  const shortcodes = useTakenShortcodes(storedDraft)
  const surroundings: Surroundings = { nowMs, currencies, takenShortcodes: shortcodes.taken }
  const launch = useLaunch(draft, surroundings, shortcodes.replace)
  const [isLeaving, setLeaving] = useState(false)

  if (draft.progress.isDone && draft.progress.drop)
    return <LaunchedScreen drop={draft.progress.drop} form={draft.form} onAnother={draft.discard} />
  const hasBegun = draft.furthest > 0 || draft.form.token !== null
  return (
    <>
      <ScreenHead
        title={inCreate('newDrop')}
        back={{ to: '/', label: inCreate('drops') }}
        actions={
          hasBegun ? (
            <Button variant="subtle" color="gray" onClick={() => setLeaving(true)}>
              {draft.progress.drop ? inCreate('startAnother') : inCreate('startOver')}
            </Button>
          ) : null
        }
      >
        {inCreate('yourEntriesStayIn')}
      </ScreenHead>
      {draft.progress.drop ? (
        <StoppedLaunch draft={draft} launch={launch} />
      ) : (
        <>
          <StepsHead step={draft.step} furthest={draft.furthest} onStep={draft.goTo} />
          <StepFrame
            draft={draft}
            tokens={tokens}
            surroundings={surroundings}
            launch={launch}
            chain={chain}
          />
        </>
      )}
      <AbandonDialog
        isOpen={isLeaving}
        draft={draft.progress.drop}
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false)
          draft.discard()
        }}
      />
    </>
  )
}

const TYPING_PAUSE_MS = 400

/** The taken shortcodes among those that the draft had so far. `replace` adds one and returns the one to use instead. */
function useTakenShortcodes({ form, stepName }: Draft) {
  const [taken, setTaken] = useState<TakenShortcodes>(new Map())
  const [shortcode] = useDebouncedValue(shortcodeOf(form, taken), TYPING_PAUSE_MS)
  // The last step launches the drop. If the answer is lost, this drop may have the shortcode.
  const isAsked = shortcode !== '' && stepName !== 'review'
  const { data } = useRead(ShortcodeTakenDocument, { shortcode }, { enabled: isAsked })
  const isTaken = isAsked && data?.dropByShortcode != null
  const replace = useCallback((found: string): string => {
    const other = otherShortcode(found)
    setTaken((before) => new Map([...before, [found.toLowerCase(), other]]))
    return other
  }, [])
  useEffect(() => {
    if (isTaken) replace(shortcode)
  }, [isTaken, shortcode, replace])
  return { taken, replace }
}
