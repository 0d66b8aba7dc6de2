import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Coin } from '../coins.ts'
import { readBalance, writeBalance } from '../rule-values.ts'
import { AmountInBaseUnits } from './amount-in-base-units.tsx'
import { OperatorSelect } from './operator-select.tsx'
import type { RuleInputProps } from './rule-input.ts'
import { useParts } from './use-parts.ts'

const OWN = 'own'
const OTHER = 'other'

/** How much of which coin a wallet has to hold. */
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
      ? (token ?? { symbol: 'tokens', decimals: 0 })
      : (known ?? { symbol: 'base units', decimals: 0 })

  const choose = (choice: string) => {
    setOther(choice === OTHER)
    setParts({ coinType: choice === OWN ? null : choice === OTHER ? '' : choice, amount: '' })
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NativeSelect
          label="Coin"
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: OWN, label: token ? `${token.symbol}, this drop’s` : 'This drop’s own' },
            ...coins.map(({ coinType, symbol }) => ({ value: coinType, label: symbol })),
            { value: OTHER, label: 'Another coin …' },
          ]}
        />
        <OperatorSelect rule={rule} onChange={onChange} label="How much" />
        <AmountInBaseUnits
          key={chosen}
          label="Amount"
          value={parts.amount}
          onChange={(amount) => setParts({ ...parts, amount })}
          token={counted}
          error={chosen === OTHER ? undefined : error}
        />
      </SimpleGrid>
      {chosen === OTHER ? (
        <TextInput
          label="Type of the coin"
          description="As the chain names it: 0xPACKAGE::module::TYPE"
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
