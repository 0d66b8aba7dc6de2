import { ActionIcon, Group, Input, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { inClaim } from '../words/messages.ts'

/** The input in which the claimer chooses how many items to claim. */
export function QuantityPicker({
  items,
  most,
  onPick,
  isConfirmedOneByOne,
}: {
  readonly items: number
  readonly most: number
  readonly onPick: (items: number) => void
  /** Whether the wallet must confirm each item. */
  readonly isConfirmedOneByOne: boolean
}) {
  const id = useId()
  const step = (by: 1 | -1, label: string) => (
    <ActionIcon
      variant="default"
      size={42}
      radius="md"
      aria-label={label}
      aria-controls={id}
      disabled={by === 1 ? items >= most : items <= 1}
      onClick={() => onPick(items + by)}
    >
      {by === 1 ? <IconPlus size={18} aria-hidden /> : <IconMinus size={18} aria-hidden />}
    </ActionIcon>
  )
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Input.Label htmlFor={id}>{inClaim('howMany')}</Input.Label>
        <Text size="xs" c="dimmed">
          {inClaim('upToItems', { count: most })}
        </Text>
      </div>
      <Group gap={6} wrap="nowrap">
        {step(-1, inClaim('oneLess'))}
        <Input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          step={1}
          size="md"
          w={72}
          className="numbers"
          value={items}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            // An empty field keeps the previous number.
            if (Number.isInteger(valueAsNumber)) onPick(Math.min(most, Math.max(1, valueAsNumber)))
          }}
          styles={{ input: { textAlign: 'center' } }}
        />
        {step(1, inClaim('oneMore'))}
      </Group>
      {isConfirmedOneByOne && items > 1 ? (
        <Text size="xs" c="dimmed" w="100%" role="status">
          {inClaim('confirmEach')}
        </Text>
      ) : null}
    </Group>
  )
}
