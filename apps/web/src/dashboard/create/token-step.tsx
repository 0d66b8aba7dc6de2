import { Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { CreateTokenDocument, type TokenRowFragment } from '../../api/generated/operations.ts'
import { inputOf, type TokenForm } from '../tokens/token-form.ts'
import { TokenFormFields } from '../tokens/token-form-fields.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { OwnTokens } from './own-tokens.tsx'
import type { StepProps } from './step-props.ts'

/** What the drop gives out: a token of one's own, a coin that the chain has, or one that is made here. */
export function TokenStep({
  form,
  change,
  faults,
  tokens,
}: StepProps & { readonly tokens: readonly TokenRowFragment[] }) {
  const [source, setSource] = useState<'mine' | 'new' | 'chain'>(
    tokens.length > 0 || form.token !== null ? 'mine' : 'new',
  )
  const create = useChange(CreateTokenDocument)
  const [made, setMade] = useState<string>()
  const make = async (asked: TokenForm) => {
    const { createToken: token } = await create.mutateAsync({ input: inputOf(asked) })
    if (!token) return
    change({ token })
    setMade(token.id)
    setSource('mine')
  }
  const known = form.token && !tokens.some(({ id }) => id === form.token?.id) ? [form.token] : []

  return (
    <>
      <ChoiceCards
        label="Kind"
        value={form.type}
        onChange={(type) =>
          change({ type, award: type === 'NFT' && form.award === 'open' ? 'fixed' : form.award })
        }
        choices={[
          {
            value: 'TOKEN',
            label: 'Tokens',
            explanation: 'Amounts of a coin: 10 each, or a share of a pool',
          },
          {
            value: 'NFT',
            label: 'Pieces',
            explanation: 'Whole pieces: badges, tickets, NFTs',
          },
        ]}
      />
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label="Where the token comes from"
          value={source}
          onChange={(value) => {
            create.reset()
            setSource(value as typeof source)
          }}
          data={[
            { value: 'mine', label: 'Mine' },
            { value: 'new', label: 'A new one' },
            { value: 'chain', label: 'On the chain' },
          ]}
        />
        <Text size="sm" c="dimmed">
          {SOURCES[source]}
        </Text>
      </Stack>
      {source === 'mine' ? (
        <OwnTokens
          tokens={[...known, ...tokens]}
          chosen={form.token}
          made={made}
          onChoose={(token) => change({ token })}
          error={faults['token']}
        />
      ) : (
        <>
          <Paper withBorder p={{ base: 'sm', sm: 'lg' }}>
            <TokenFormFields
              key={source}
              {...(form.type === 'NFT' ? { decimals: 0 } : {})}
              isAdopted={source === 'chain'}
              isBusy={create.isPending}
              refusal={create.error}
              onSubmit={(asked) => void make(asked).catch(() => {})}
            />
          </Paper>
          {faults['token'] === undefined ? null : (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {form.token === null ? 'Create the token first, then continue.' : faults['token']}
            </Text>
          )}
        </>
      )}
    </>
  )
}

const SOURCES = {
  mine: 'Tokens that you created or added before.',
  new: 'It is stored here first. Your wallet deploys it later with one signature.',
  chain: 'An existing coin, by its coin type.',
} as const
