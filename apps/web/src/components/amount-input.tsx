import { Text, TextInput, type TextInputProps } from '@mantine/core'

/** An input for an amount in whole tokens. */
export function AmountInput({
  value,
  onChange,
  token,
  ...input
}: {
  /** The typed text. */
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly token: { readonly symbol: string; readonly decimals: number }
} & Omit<TextInputProps, 'value' | 'onChange'>) {
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
    />
  )
}
