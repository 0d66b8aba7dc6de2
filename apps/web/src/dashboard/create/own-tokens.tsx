import { Group, Radio, Stack, Text } from '@mantine/core'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import { TokenPicture } from '../../components/token-picture.tsx'
import { TokenStatusBadge } from '../../components/token-status-badge.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import classes from './choice-cards.module.css'

/** The tokens that the creator can choose. */
export function OwnTokens({
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
