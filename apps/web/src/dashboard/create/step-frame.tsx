import { Box, Button, Card, Flex, Group, Stack, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import { inCreate } from '../../words/messages/create.ts'
import { AccessStep } from './access-step.tsx'
import { ClaimCardPreview } from './claim-card-preview.tsx'
import classes from './create.module.css'
import type { Draft } from './draft.ts'
import { type FormErrors, type Surroundings, stepErrors } from './form-errors.ts'
import { GiveawayStep } from './giveaway-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { PriceStep, ScheduleStep } from './schedule-step.tsx'
import { STEPS, type StepName, type StepProps } from './steps.ts'
import { TokenStep } from './token-step.tsx'
import type { Launch } from './use-launch.ts'

/** One step with its buttons to continue and go back, next to the preview for claimers. */
export function StepFrame({
  draft,
  tokens,
  surroundings,
  launch,
  chain,
}: {
  readonly draft: Draft
  readonly tokens: readonly TokenRowFragment[]
  readonly surroundings: Surroundings
  readonly launch: Launch
  readonly chain: string
}) {
  const { form, step, stepName } = draft
  const [tried, setTried] = useState<ReadonlySet<StepName>>(new Set())
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const shownStep = useRef(step)

  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])

  const own = stepErrors(stepName, form, surroundings)
  const errors: FormErrors = { ...(tried.has(stepName) ? own : {}), ...draft.refused }
  const props: StepProps = { form, change: draft.change, errors, surroundings }

  const goOn = () => {
    if (Object.keys(own).length > 0) {
      setTried(new Set([...tried, stepName]))
      requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } else if (stepName !== 'review') draft.goTo(step + 1)
    else {
      const wrong = launch.firstInvalidStep()
      if (wrong === undefined) launch.start()
      else {
        setTried(new Set(STEPS.map(({ name }) => name)))
        draft.goTo(wrong)
      }
    }
  }

  return (
    <Flex gap="lg" align="start">
      <Card
        component="section"
        ref={card}
        withBorder
        p={{ base: 'md', sm: 'xl' }}
        className={classes['step']}
        aria-labelledby={headingId}
        onKeyDown={(event) => {
          const { target } = event
          const isField = target instanceof HTMLInputElement && target.type === 'text'
          // React also delivers key events of dialogs here.
          const isHere = event.currentTarget.contains(target as Node)
          if (event.key === 'Enter' && isField && isHere && stepName !== 'token' && !event.defaultPrevented)
            goOn()
        }}
      >
        <Stack gap="lg">
          <Title
            order={2}
            size="h3"
            ref={heading}
            id={headingId}
            tabIndex={-1}
            className={classes['heading']}
          >
            {STEPS[step]?.title}
          </Title>
          <Step
            name={stepName}
            tokens={tokens}
            launch={launch}
            chain={chain}
            onStep={draft.goTo}
            {...props}
          />
          <Group justify="space-between" className={classes['ways']}>
            {step === 0 ? (
              <span />
            ) : (
              <Button
                variant="default"
                leftSection={<IconArrowLeft size={16} />}
                onClick={() => draft.goTo(step - 1)}
                disabled={launch.isRunning}
              >
                {inCreate('back')}
              </Button>
            )}
            <Button
              onClick={goOn}
              variant={stepName === 'token' && form.token === null ? 'default' : 'filled'}
              size={stepName === 'review' ? 'md' : 'sm'}
              loading={launch.isRunning}
              rightSection={stepName === 'review' ? null : <IconArrowRight size={16} />}
            >
              {stepName === 'review' ? launchLabel(form.opening) : inCreate('continue')}
            </Button>
          </Group>
        </Stack>
      </Card>
      {stepName === 'token' || stepName === 'review' ? null : (
        <Box w={320} visibleFrom="lg" className={classes['preview']}>
          <ClaimCardPreview form={form} surroundings={surroundings} />
        </Box>
      )}
    </Flex>
  )
}

const launchLabel = (opening: 'now' | 'later' | 'draft'): string =>
  ({ now: inCreate('launchDrop'), later: inCreate('scheduleDrop'), draft: inCreate('saveAsDraft') })[opening]

function Step({
  name,
  tokens,
  launch,
  chain,
  onStep,
  ...props
}: StepProps & {
  readonly name: StepName
  readonly tokens: readonly TokenRowFragment[]
  readonly launch: Launch
  readonly chain: string
  readonly onStep: (step: number) => void
}) {
  switch (name) {
    case 'token':
      return <TokenStep {...props} tokens={tokens} />
    case 'giveaway':
      return <GiveawayStep {...props} />
    case 'price':
      return <PriceStep {...props} onStep={onStep} />
    case 'schedule':
      return <ScheduleStep {...props} />
    case 'access':
      return <AccessStep {...props} />
    case 'review':
      return <ReviewStep {...props} launch={launch} onStep={onStep} chain={chain} />
  }
}
