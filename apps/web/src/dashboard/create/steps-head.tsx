import { Box, Group, Progress, Stepper, Text } from '@mantine/core'
import { inCreate } from '../../words/messages/create.ts'
import { STEPS } from './steps.ts'

/** Shows the current step. The user can go back to steps that were reached before. */
export function StepsHead({
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
