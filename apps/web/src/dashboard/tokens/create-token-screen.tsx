import { Card, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange } from '../../api/changes.ts'
import { CreateTokenDocument } from '../../api/generated/operations.ts'
import { ScreenHead } from '../../components/screen-head.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import { inTokens } from '../../words/messages/tokens.ts'
import { useIsHere } from '../use-is-here.ts'
import { inputOf, type TokenForm } from './token-form.ts'
import { TokenFormFields } from './token-form-fields.tsx'

/** Creates a token, or registers an existing coin of the chain. */
export default function CreateTokenScreen() {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const isAdopted = search.get('from') === 'chain'
  const create = useChange(CreateTokenDocument)
  const submit = async (form: TokenForm) => {
    const { createToken: token } = await create.mutateAsync({ input: inputOf(form) })
    if (!token) return
    const isAsTyped = token.decimals === form.decimals
    const supply = `${inWholeTokens(token.totalSupply, token.decimals)} ${token.symbol}`
    notifications.show({
      message: isAsTyped
        ? inTokens('tokenCreated', { name: token.name })
        : inTokens('coinAdded', {
            name: token.name,
            decimals: token.decimals,
            decimals2: form.decimals,
            supply,
          }),
      autoClose: isAsTyped,
    })
    if (isHere()) await navigate(`/tokens/${token.id}`)
  }
  return (
    <Stack gap={0} maw={760} mx="auto">
      <ScreenHead title={inTokens('createToken')} back={{ to: '/tokens', label: inTokens('tokens') }}>
        {isAdopted ? inTokens('canAddCoin') : inTokens('storedHereFirst')}
      </ScreenHead>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={inTokens('whatToGiveOut')}
        value={isAdopted ? 'chain' : 'new'}
        onChange={(from) => {
          create.reset()
          setSearch(from === 'chain' ? { from } : {}, { replace: true })
        }}
        data={[
          { value: 'new', label: inTokens('newToken') },
          { value: 'chain', label: inTokens('coinOnChain') },
        ]}
      />
      <Card withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
        <TokenFormFields
          isAdopted={isAdopted}
          isBusy={create.isPending}
          refusal={create.error}
          onSubmit={(form) => void submit(form).catch(() => {})}
        />
      </Card>
      <Text size="sm" c="dimmed" mt="md">
        {inTokens('termsAreFinal')}
      </Text>
    </Stack>
  )
}
