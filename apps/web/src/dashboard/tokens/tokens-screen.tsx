import { Button, Card, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCoins, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { MyTokensDocument, type TokenRowFragment } from '../../api/generated/operations.ts'
import { usePages } from '../../api/reads.ts'
import { TokenPicture } from '../../components/drop-picture.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { EmptyState, LoadMore, RowLink } from '../../components/list-parts.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { TokenStatusBadge } from '../../components/status-badge.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import { inTokens } from '../../words/messages/tokens.ts'

/** A token in the user's list. */
const TokenRow = ({ token }: { readonly token: TokenRowFragment }) => (
  <RowLink
    to={`/tokens/${token.id}`}
    left={<TokenPicture symbol={token.symbol} imageUrl={token.imageUrl} size={44} />}
    right={<TokenStatusBadge status={token.status} />}
  >
    <Text fw={650} dir="auto" truncate>
      {token.name}
    </Text>
    <Text size="sm" c="dimmed" className="numbers">
      {inWholeTokens(token.totalSupply, token.decimals)} {token.symbol}
    </Text>
  </RowLink>
)

/** The user's tokens. */
export default function TokensScreen() {
  const list = usePages(MyTokensDocument, {}, ({ me }) => me?.tokens ?? [])
  return (
    <>
      <ScreenHead
        title={inTokens('tokens')}
        actions={
          <Button component={Link} to="/tokens/new" leftSection={<IconPlus size={18} />}>
            {inTokens('createToken')}
          </Button>
        }
      >
        {inTokens('tokensThatYouCreate')}
      </ScreenHead>
      {list.error ? <ErrorMessage error={list.error} onRetry={list.refetch} /> : null}
      {list.items === undefined ? (
        list.error ? null : (
          <LoadingTokens />
        )
      ) : (
        <Card withBorder radius="lg" padding={0}>
          {list.items.length === 0 ? (
            <NoTokens />
          ) : (
            list.items.map((token) => <TokenRow key={token.id} token={token} />)
          )}
        </Card>
      )}
      <LoadMore list={list} />
    </>
  )
}

const NoTokens = () => (
  <EmptyState
    icon={<IconCoins size={28} />}
    title={inTokens('createTokenOfYour')}
    action={
      <Group justify="center" gap="xs" mt="xs">
        <Button component={Link} to="/tokens/new">
          {inTokens('createToken')}
        </Button>
        <Button component={Link} to="/tokens/new?from=chain" variant="default">
          {inTokens('useCoinOnChain')}
        </Button>
      </Group>
    }
  >
    {inTokens('chooseNameSymbolAnd')}
  </EmptyState>
)

const LoadingTokens = () => (
  <Stack gap="xs" aria-busy>
    <VisuallyHidden role="status">{inTokens('loadingYourTokens')}</VisuallyHidden>
    {['one', 'two', 'three'].map((name) => (
      <Skeleton key={name} height={72} radius="lg" />
    ))}
  </Stack>
)
