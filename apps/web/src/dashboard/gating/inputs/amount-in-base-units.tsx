import type { TextInputProps } from '@mantine/core'
import { AmountInput } from '../../../components/amount-input.tsx'
import { inBaseUnits, inWholeTokens } from '../../../words/amount.ts'
import { useParts } from './use-parts.ts'

/** An amount that is kept in base units and typed in whole tokens. What is no number is kept as it was typed. */
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
    // A sign before it keeps what is no amount from being read as one.
    (text) => inBaseUnits(text, token.decimals) ?? (text.trim() === '' ? '' : `?${text}`),
  )
  return <AmountInput {...input} value={typed.replace(/^\?/, '')} onChange={setTyped} token={token} />
}
