import { NativeSelect, SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { AmountInput } from '../../../components/amount-input.tsx'
import { inBaseUnits, inWholeTokens } from '../../../words/amount.ts'
import { inGating } from '../../../words/messages/gating.ts'
import { t } from '../../../words/messages.ts'
import type { Coin } from '../coins.ts'
import { readBalance, writeBalance } from '../rule-values.ts'
import { OperatorSelect } from './operator-select.tsx'
import { type RuleInputProps, useParts } from './rule-input.ts'

const OWN = 'own'
const OTHER = 'other'

/** An amount that is typed in whole tokens and stored in base units. Text that is not a number is stored as typed. */
function AmountInBaseUnits({
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

/** The coin and the amount that a wallet must hold. */
export function BalanceInputs({
  rule,
  onChange,
  error,
  token,
  coins,
}: RuleInputProps & {
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  readonly coins: readonly Coin[]
}) {
  const [parts, setParts] = useParts(rule.value, (value) => onChange({ value }), readBalance, writeBalance)
  const known = coins.find(({ coinType }) => coinType === parts.coinType)
  const [isOther, setOther] = useState(false)
  const chosen = parts.coinType === null ? OWN : known && !isOther ? known.coinType : OTHER
  const counted =
    parts.coinType === null
      ? (token ?? { symbol: t('tokens'), decimals: 0 })
      : (known ?? { symbol: inGating('baseUnits'), decimals: 0 })

  const choose = (choice: string) => {
    setOther(choice === OTHER)
    setParts({ coinType: choice === OWN ? null : choice === OTHER ? '' : choice, amount: '' })
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NativeSelect
          label={inGating('coin')}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            {
              value: OWN,
              label: token ? inGating('symbolThisDrops', { symbol: token.symbol }) : inGating('thisDropsOwn'),
            },
            ...coins.map(({ coinType, symbol }) => ({ value: coinType, label: symbol })),
            { value: OTHER, label: inGating('anotherCoin') },
          ]}
        />
        <OperatorSelect rule={rule} onChange={onChange} label={inGating('howMuch')} />
        <AmountInBaseUnits
          key={chosen}
          label={inGating('amount')}
          value={parts.amount}
          onChange={(amount) => setParts({ ...parts, amount })}
          token={counted}
          error={chosen === OTHER ? undefined : error}
        />
      </SimpleGrid>
      {chosen === OTHER ? (
        <TextInput
          label={inGating('typeOfCoin')}
          description={inGating('asChainNamesIt')}
          placeholder="0x2::sui::SUI"
          value={parts.coinType ?? ''}
          onChange={(event) => setParts({ ...parts, coinType: event.currentTarget.value.trim() })}
          error={error}
          autoComplete="off"
          spellCheck={false}
        />
      ) : null}
    </>
  )
}
