import { Alert, Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DropToCheckFragment } from '../api/generated/operations.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { count } from '../words/amount.ts'
import { inVerify } from '../words/messages.ts'
import type { CheckedLottery } from './check-lottery.ts'
import { lotteryErrorWords } from './error-words.ts'

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking'; readonly loaded: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'done'; readonly checked: CheckedLottery; readonly wallet: string }

type Checked = Pick<DropToCheckFragment, 'id'> & {
  readonly lottery: NonNullable<DropToCheckFragment['lottery']>
}

/** Recomputes a lottery in the browser: its wallets, its root, its round, the order, and the rank of one wallet. */
export default function LotteryCheck({
  drop,
  wallet: given,
}: {
  readonly drop: Checked
  readonly wallet: string
}) {
  const [wallet, setWallet] = useState(given)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const { lottery } = drop

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault()
    setState({ kind: 'checking', loaded: 0 })
    try {
      // Loaded on demand, because it contains the signature library.
      const { checkLottery } = await import('./check-lottery.ts')
      const asked = wallet.trim()
      const checked = await checkLottery(drop, asked, (loaded) => setState({ kind: 'checking', loaded }))
      setState({ kind: 'done', checked, wallet: asked })
    } catch (error) {
      setState({ kind: 'failed', error })
    }
  }

  return (
    <Card withBorder padding="lg">
      <form onSubmit={check}>
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {inVerify('lottery')}
            </Title>
            <Text size="sm" c="dimmed">
              {lottery.phase === 'DRAWN' ? inVerify('yourBrowserLoadsAll') : inVerify('itIsNotDrawn')}
            </Text>
          </div>
          {lottery.phase === 'DRAWN' ? (
            <>
              <TextInput
                label={inVerify('wallet')}
                description={inVerify('optionalAlsoChecksIts')}
                placeholder="0x…"
                value={wallet}
                onChange={(event) => setWallet(event.currentTarget.value)}
                spellCheck={false}
                autoComplete="off"
              />
              <div>
                <Button type="submit" variant="light" loading={state.kind === 'checking'}>
                  {inVerify('checkLottery')}
                </Button>
              </div>
            </>
          ) : null}
          {state.kind === 'checking' && state.loaded > 0 ? (
            <Text size="sm" role="status" className="numbers">
              {inVerify('walletsLoaded', { wallets: state.loaded })}
            </Text>
          ) : null}
          {state.kind === 'failed' ? <ErrorMessage error={state.error} /> : null}
          {state.kind === 'done' ? <LotteryVerdict {...state} lottery={lottery} /> : null}
        </Stack>
      </form>
    </Card>
  )
}

function LotteryVerdict({
  checked: { check, entry },
  wallet,
  lottery,
}: {
  readonly checked: CheckedLottery
  readonly wallet: string
  readonly lottery: Checked['lottery']
}) {
  if (check.kind === 'invalid')
    return (
      <Alert color="red" variant="light" role="alert" title={inVerify('thisLotteryIsNot')}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {lotteryErrorWords(check.error)}
        </Text>
      </Alert>
    )
  return (
    <Alert
      color={check.isBeaconPublic ? 'leaf' : 'yellow'}
      variant="light"
      role="status"
      title={inVerify(check.isBeaconPublic ? 'lotteryIsAsIt' : 'byOwnBeacon')}
    >
      <Text size="sm" className="numbers">
        {inVerify('walletsUnderPublishedRoot', {
          wallets: check.order.length,
          count: count(lottery.round ?? 0),
        })}
      </Text>
      {wallet === '' ? null : (
        <Text size="sm" className="numbers">
          {entry === null
            ? inVerify('thisWalletDidNot')
            : inVerify('thisWalletIsUnder', { count: count(entry.rank ?? 0) })}
        </Text>
      )}
    </Alert>
  )
}
