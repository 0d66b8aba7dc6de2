import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { count, inBaseUnits } from '../words/amount.ts'
import { t } from '../words/messages.ts'

/** An amount as people type it, in whole tokens; what that is in base units stands below. */
export function AmountInput({
  value,
  onChange,
  token,
  description,
  ...input
}: {
  /** As it was typed. */
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
