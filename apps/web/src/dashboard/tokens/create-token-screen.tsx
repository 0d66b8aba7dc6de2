import { Card, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange } from '../../api/changes.ts'
import { CreateTokenDocument } from '../../api/generated/operations.ts'
import { ScreenHead } from '../../components/screen-head.tsx'
import { inWholeTokens } from '../../words/amount.ts'
import { inputOf, type TokenForm } from './token-form.ts'
import { TokenFormFields } from './token-form-fields.tsx'

/** Where a token is made, or a coin of the chain taken in. */
export default function CreateTokenScreen() {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const isAdopted = search.get('from') === 'chain'
  const create = useChange(CreateTokenDocument)
  const submit = async (form: TokenForm) => {
    const { createToken: token } = await create.mutateAsync({ input: inputOf(form) })
    if (!token) return
    const isAsTyped = token.decimals === form.decimals
    const supply = `${inWholeTokens(token.totalSupply, token.decimals)} ${token.symbol}`
    notifications.show({
      message: isAsTyped
        ? `${token.name} is there.`
        : `${token.name} is there. On the chain it has ${token.decimals} decimals, not ${form.decimals}, so the supply is ${supply}.`,
      autoClose: isAsTyped,
    })
    await navigate(`/tokens/${token.id}`)
  }
  return (
    <Stack gap={0} maw={760} mx="auto">
      <ScreenHead title="Create a token" back={{ to: '/tokens', label: 'Tokens' }}>
        {isAdopted
          ? 'You can also give out a coin that exists on the chain.'
          : 'It is stored here first. Your wallet deploys it later with one signature.'}
      </ScreenHead>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label="What to give out"
        value={isAdopted ? 'chain' : 'new'}
        onChange={(from) => {
          create.reset()
          setSearch(from === 'chain' ? { from } : {}, { replace: true })
        }}
        data={[
          { value: 'new', label: 'A new token' },
          { value: 'chain', label: 'A coin on the chain' },
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
        The name, the symbol and the supply cannot be changed later.
      </Text>
    </Stack>
  )
}
