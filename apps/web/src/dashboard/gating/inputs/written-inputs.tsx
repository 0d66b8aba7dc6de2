import { Autocomplete, NativeSelect, SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { AmountInput } from '../../../components/amount-input.tsx'
import { inBaseUnits, inWholeTokens } from '../../../words/amount.ts'
import { inForms } from '../../../words/messages/forms.ts'
import { t } from '../../../words/messages.ts'
import { type Coin, useDropTitles } from '../rule-choices.ts'
import {
  kindOf,
  operatorInWords,
  operatorOf,
  readBalance,
  readOwnership,
  writeBalance,
  writeOwnership,
} from '../rule-kinds.ts'
import type { Rule } from '../rules.ts'

/**
 * Splits a value into parts that the user types. Holds the parts as state, because `read(write(parts))` may differ from
 * parts that are typed only halfway. If the value changes from outside, it is split again.
 */
export function useParts<Parts>(
  value: string,
  onChange: (value: string) => void,
  read: (value: string) => Parts,
  write: (parts: Parts) => string,
): readonly [Parts, (parts: Parts) => void] {
  const [typed, setTyped] = useState({ value, parts: read(value) })
  const parts = typed.value === value ? typed.parts : read(value)
  return [
    parts,
    (next) => {
      const written = write(next)
      setTyped({ value: written, parts: next })
      onChange(written)
    },
  ]
}

/** The properties of the inputs of each kind of rule. */
export interface RuleInputProps {
  readonly rule: Rule
  readonly onChange: (change: Partial<Rule>) => void
  /** The error message for the value. */
  readonly error: string | undefined
}

const NO_DROP = /^drop_0+$/

/** The drop that a wallet must have claimed from: one of the user's drops by title, or any drop by id. */
export function ClaimedDropInputs({ rule, onChange, error }: RuleInputProps) {
  const titles = useDropTitles()
  const title = titles.get(rule.value)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <OperatorSelect rule={rule} onChange={onChange} label={inForms('whether')} />
      <Autocomplete
        label={inForms('drop')}
        description={title ?? inForms('oneOfYourOwn')}
        placeholder="drop_…"
        data={[...titles.keys()]}
        renderOption={({ option }) => titles.get(option.value) ?? option.value}
        filter={({ options, search }) =>
          options.filter(
            (option) =>
              'value' in option &&
              `${option.value} ${titles.get(option.value) ?? ''}`
                .toLowerCase()
                .includes(search.toLowerCase()),
          )
        }
        value={NO_DROP.test(rule.value) ? '' : rule.value}
        onChange={(value) => onChange({ value: value.trim() })}
        error={error}
        comboboxProps={{ portalProps: { target: 'main' } }}
      />
    </SimpleGrid>
  )
}

const EXAMPLE = '0x2::example::Member'

/** The collection and the number of pieces that a wallet must own. */
export function OwnershipInputs({ rule, onChange, error }: RuleInputProps) {
  const [parts, setParts] = useParts(
    rule.value,
    (value) => onChange({ value }),
    readOwnership,
    writeOwnership,
  )
  const isCountWrong = error !== undefined && !/^\d{1,20}$/.test(parts.count) && parts.type !== ''
  return (
    <>
      <TextInput
        label={inForms('typeOfCollection')}
        description={inForms('asChainNamesIt')}
        placeholder="0x123::punks::Punk"
        value={parts.type === EXAMPLE ? '' : parts.type}
        onChange={(event) => setParts({ ...parts, type: event.currentTarget.value.trim() })}
        error={isCountWrong ? undefined : error}
        autoComplete="off"
        spellCheck={false}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <OperatorSelect rule={rule} onChange={onChange} />
        <TextInput
          label={inForms('pieces')}
          inputMode="numeric"
          value={parts.count}
          onChange={(event) => setParts({ ...parts, count: event.currentTarget.value.trim() })}
          error={isCountWrong ? error : undefined}
        />
      </SimpleGrid>
    </>
  )
}

/** A rule that compares a number that the server knows: the claims on this server, or the account's age in days. */
export function NumberInputs({ rule, onChange, error, unit }: RuleInputProps & { readonly unit: string }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <OperatorSelect rule={rule} onChange={onChange} />
      <TextInput
        label={unit}
        inputMode="numeric"
        value={rule.value}
        onChange={(event) => onChange({ value: event.currentTarget.value.trim() })}
        error={error}
      />
    </SimpleGrid>
  )
}

/** A rule of an unknown kind, in the API's notation. */
export function WrittenInputs({ rule, onChange, error }: RuleInputProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <TextInput
        label={inForms('key')}
        value={rule.key}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <TextInput
        label={inForms('operator')}
        value={rule.operator}
        onChange={(event) => onChange({ operator: event.currentTarget.value })}
      />
      <TextInput
        label={inForms('value')}
        value={rule.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        error={error}
      />
    </SimpleGrid>
  )
}

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
    (stored) => (/^\d+$/.test(stored) ? inWholeTokens(stored, token.decimals) : stored),
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
      : (known ?? { symbol: inForms('baseUnits'), decimals: 0 })

  const choose = (choice: string) => {
    setOther(choice === OTHER)
    setParts({ coinType: choice === OWN ? null : choice === OTHER ? '' : choice, amount: '' })
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <NativeSelect
          label={inForms('coin')}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            {
              value: OWN,
              label: token ? inForms('symbolThisDrops', { symbol: token.symbol }) : inForms('thisDropsOwn'),
            },
            ...coins.map(({ coinType, symbol }) => ({ value: coinType, label: symbol })),
            { value: OTHER, label: inForms('anotherCoin') },
          ]}
        />
        <OperatorSelect rule={rule} onChange={onChange} label={inForms('howMuch')} />
        <AmountInBaseUnits
          key={chosen}
          label={inForms('amount')}
          value={parts.amount}
          onChange={(amount) => setParts({ ...parts, amount })}
          token={counted}
          error={chosen === OTHER ? undefined : error}
        />
      </SimpleGrid>
      {chosen === OTHER ? (
        <TextInput
          label={inForms('typeOfCoin')}
          description={inForms('asChainNamesIt')}
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

/** The rule's operator, as words in a sentence. */
export function OperatorSelect({
  rule,
  onChange,
  label = inForms('howMany'),
}: Pick<RuleInputProps, 'rule' | 'onChange'> & { readonly label?: string }) {
  const kind = kindOf(rule.key)
  return (
    <NativeSelect
      label={label}
      data={(kind?.operators ?? []).map((value) => ({ value, label: operatorInWords(value, kind?.key) }))}
      value={operatorOf(rule.operator)}
      onChange={(event) => onChange({ operator: event.currentTarget.value })}
    />
  )
}
