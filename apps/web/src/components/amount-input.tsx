import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { count, inBaseUnits } from '../words/amount.ts'
import { t } from '../words/messages.ts'

/** An input for an amount in whole tokens. Shows the amount in base units below. */
export function AmountInput({
  value,
  onChange,
  token,
  description,
  ...input
}: {
  /** The typed text. */
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly token: { readonly symbol: string; readonly decimals: number }
} & Omit<TextInputProps, 'value' | 'onChange'>) {
  const baseUnits = inBaseUnits(value, token.decimals)
  const isExact = token.decimals > 0 && baseUnits !== undefined
  return (
    <TextInput
      {...input}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
      rightSection={
        <Text component="span" size="sm" c="dimmed" truncate px="sm">
          {token.symbol}
        </Text>
      }
      rightSectionWidth={`min(${token.symbol.length + 4}ch, 40%)`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        isExact ? (
          <span className="numbers">{t('equalsBaseUnits', { count: count(BigInt(baseUnits)) })}</span>
        ) : (
          description
        )
      }
    />
  )
}
