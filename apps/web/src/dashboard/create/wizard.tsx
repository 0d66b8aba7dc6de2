import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import { ScreenHead } from '../../components/screen-head.tsx'
import { useNow } from '../../components/use-now.ts'
import { inCreate } from '../../words/messages/create.ts'
import { AbandonDialog } from './abandon-dialog.tsx'
import type { Currency, Surroundings } from './form-faults.ts'
import { LaunchedScreen } from './launched-screen.tsx'
import { StepFrame } from './step-frame.tsx'
import { StepsHead } from './steps-head.tsx'
import { StoppedLaunch } from './stopped-launch.tsx'
import { useAskedToken } from './use-asked-token.ts'
import { useDraft } from './use-draft.ts'
import { useLaunch } from './use-launch.ts'
import { useStepInAddress } from './use-step-in-address.ts'

/** Leads through the steps, stores the draft, launches the drop and shows the result. */
export function Wizard({
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
  const kept = useStepInAddress(useDraft(userId, useAskedToken(tokens)))
  // The token may have been deployed since it was chosen.
  const token = tokens.find(({ id }) => id === kept.form.token?.id) ?? kept.form.token
  const draft = { ...kept, form: { ...kept.form, token } }
  const nowMs = useNow(30_000)
  const [takenShortcodes, setTaken] = useState<readonly string[]>([])
  const onTaken = useCallback((shortcode: string) => {
    const taken = shortcode.toLowerCase()
    setTaken((before) => (before.includes(taken) ? before : [...before, taken]))
  }, [])
  const surroundings: Surroundings = { nowMs, currencies, takenShortcodes }
  const launch = useLaunch(draft, surroundings)
  const [isLeaving, setLeaving] = useState(false)

  if (draft.progress.isDone && draft.progress.drop)
    return <LaunchedScreen drop={draft.progress.drop} form={draft.form} onAnother={draft.throwAway} />
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
            onTaken={onTaken}
          />
        </>
      )}
      <AbandonDialog
        isOpen={isLeaving}
        draft={draft.progress.drop}
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false)
          draft.throwAway()
        }}
      />
    </>
  )
}
