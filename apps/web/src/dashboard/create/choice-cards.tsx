import { Group, Radio, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './create.module.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly explanation: ReactNode
}

/** A choice between a few options, each with an explanation. */
export function ChoiceCards<Value extends string>({
  label,
  value,
  onChange,
  choices,
  columns = choices.length,
  error,
}: {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly choices: readonly Choice<Value>[]
  /** The number of columns on wide screens. */
  readonly columns?: number
  readonly error?: string | undefined
}) {
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as Value)} error={error}>
      <SimpleGrid cols={{ base: 1, sm: columns }} spacing="sm" mt={6} mb={error ? 6 : 0}>
        {choices.map((choice) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            className={classes['choice']}
            aria-label={choice.label}
          >
            <Group wrap="nowrap" align="start" gap="sm">
              <Radio.Indicator mt={2} />
              <div>
                <Text fw={600} size="sm">
                  {choice.label}
                </Text>
                <Text size="xs" c="dimmed" mt={2}>
                  {choice.explanation}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
