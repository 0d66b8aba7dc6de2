import type { TextInputProps } from '@mantine/core'
import { AmountInput } from '../../../components/amount-input.tsx'
import { inBaseUnits, inWholeTokens } from '../../../words/amount.ts'
import { useParts } from './use-parts.ts'

/** An amount that is typed in whole tokens and stored in base units. Text that is not a number is stored as typed. */
export function AmountInBaseUnits({
  value,
  onChange,
  token,
  ...input
}: {
  readonly value: string
  readonly onChange: (baseUnits: string) => void
  readonly token: { readonly symbol: string; readonly decimals: number }
} & Omit<TextInputProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useParts(
    value,
    onChange,
    (kept) => (/^\d+$/.test(kept) ? inWholeTokens(kept, token.decimals) : kept),
    // The prefix prevents that invalid text is read as an amount in base units.
    (text) => inBaseUnits(text, token.decimals) ?? (text.trim() === '' ? '' : `?${text}`),
  )
  return <AmountInput {...input} value={typed.replace(/^\?/, '')} onChange={setTyped} token={token} />
}
