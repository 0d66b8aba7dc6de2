import { Group, Paper, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { CreateTokenDocument, type TokenRowFragment } from '../../api/generated/operations.ts'
import { TokenPicture } from '../../components/drop-picture.tsx'
import { TokenStatusBadge } from '../../components/status-badge.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { inputOf, type TokenForm } from '../tokens/token-form.ts'
import { TokenFormFields } from '../tokens/token-form-fields.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import classes from './create.module.css'
import type { StepProps } from './steps.ts'

/** What the drop gives out: a token of the creator, an existing coin of the chain, or a token that is created here. */
export function TokenStep({
  form,
  change,
  errors,
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
        label={inCreate('kind')}
        value={form.type}
        onChange={(type) =>
          change({ type, award: type === 'NFT' && form.award === 'open' ? 'fixed' : form.award })
        }
        choices={[
          {
            value: 'TOKEN',
            label: inCreate('tokens'),
            explanation: inCreate('amountsOfCoin10'),
          },
          {
            value: 'NFT',
            label: inCreate('pieces'),
            explanation: inCreate('wholePiecesBadgesTickets'),
          },
        ]}
      />
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label={inCreate('whereTokenComesFrom')}
          value={source}
          onChange={(value) => {
            create.reset()
            setSource(value as typeof source)
          }}
          data={[
            { value: 'mine', label: inCreate('mine') },
            { value: 'new', label: inCreate('newOne') },
            { value: 'chain', label: inCreate('onChain') },
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
          error={errors['token']}
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
          {errors['token'] === undefined ? null : (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {form.token === null ? inCreate('createTokenFirstThen') : errors['token']}
            </Text>
          )}
        </>
      )}
    </>
  )
}

const SOURCES = {
  mine: inCreate('tokensThatYouCreated'),
  new: inCreate('itIsStoredHere'),
  chain: inCreate('existingCoinByIts'),
} as const

/** The tokens that the creator can choose. */
function OwnTokens({
  tokens,
  chosen,
  made,
  onChoose,
  error,
}: {
  readonly tokens: readonly TokenRowFragment[]
  readonly chosen: TokenRowFragment | null
  /** The id of the token that was just created. */
  readonly made: string | undefined
  readonly onChoose: (token: TokenRowFragment) => void
  readonly error: string | undefined
}) {
  if (tokens.length === 0)
    return (
      <Text size="sm" {...(error ? { c: 'var(--mantine-color-error)', role: 'alert' } : {})}>
        {inCreate('youHaveNoTokens')}
      </Text>
    )
  return (
    <Radio.Group
      label={inCreate('token')}
      value={chosen?.id ?? ''}
      onChange={(id) => {
        const token = tokens.find((one) => one.id === id)
        if (token) onChoose(token)
      }}
      error={error}
    >
      <Stack gap="xs" my={6}>
        {tokens.map((token) => (
          <Radio.Card
            key={token.id}
            value={token.id}
            className={classes['choice']}
            aria-label={`${token.name}, ${token.symbol}`}
          >
            <Group wrap="nowrap" gap="sm">
              <Radio.Indicator />
              <TokenPicture symbol={token.symbol} imageUrl={token.imageUrl} size={36} />
              <div style={{ minWidth: 0, flex: 1 }}>
                <Text fw={600} size="sm" dir="auto" truncate>
                  {token.name}
                </Text>
                <Text size="xs" c="dimmed" className="numbers">
                  {inWholeTokens(token.totalSupply, token.decimals)} {token.symbol} ·{' '}
                  {token.decimals === 0
                    ? inCreate('wholePieces')
                    : inCreate('decimalsDecimals', { decimals: token.decimals })}
                </Text>
              </div>
              {token.id === made ? (
                <Text size="xs" fw={600} role="status">
                  {inCreate('justCreated')}
                </Text>
              ) : (
                <TokenStatusBadge status={token.status} size="sm" />
              )}
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}
