import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../../api/changes.ts'
import { ApiRefusal } from '../../api/errors.ts'
import {
  ConfirmTokenDeploymentDocument,
  PrepareTokenDeploymentDocument,
} from '../../api/generated/operations.ts'
import { request } from '../../api/request.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { readSaved, save } from '../../session/saved.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import type { Wallet } from '../../wallet/wallet.ts'
import { inTokens } from '../../words/messages/tokens.ts'

const CONFIRM_TRIES = 20
const CONFIRM_EVERY_MS = 1_500

/** Error codes after which the server will never confirm this transaction. */
const DEFINITE = ['BAD_USER_INPUT', 'CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TX_FAILED', 'TX_ALREADY_USED']

const placeOf = (tokenId: string): string => `dropkit.deployment.${tokenId}`

/** A transaction that was sent and is not confirmed yet. It is stored, so that no second one is sent for the token. */
const sentDeployment = (tokenId: string): string | null => readSaved<string>(placeOf(tokenId))

/** Deletes the stored transaction, so that the next attempt sends a new one. */
const forgetDeployment = (tokenId: string): void => save(placeOf(tokenId), null)

/** Lets the wallet deploy the token. Returns the transaction's hash. */
async function sendDeployment(tokenId: string, wallet: Wallet): Promise<string> {
  const input = { tokenId, senderAddress: wallet.address }
  const { prepareTokenDeployment: prepared } = await request(PrepareTokenDeploymentDocument, { input })
  if (!prepared) throw new ApiRefusal('The service prepared no transaction')
  const txHash = await wallet.execute(prepared.transactionBytes)
  save(placeOf(tokenId), txHash)
  return txHash
}

/** Reports the transaction to the server until the chain has it, for at most half a minute. */
async function confirmDeployment(tokenId: string, txHash: string): Promise<void> {
  const idempotencyKey = crypto.randomUUID()
  for (let tries = 1; ; tries++) {
    try {
      await request(ConfirmTokenDeploymentDocument, { input: { tokenId, txHash } }, { idempotencyKey })
      forgetDeployment(tokenId)
      return
    } catch (error) {
      const isRefusal = error instanceof ApiRefusal
      if (isRefusal && DEFINITE.includes(error.code)) forgetDeployment(tokenId)
      if (!(isRefusal && error.retryable) || tries === CONFIRM_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, CONFIRM_EVERY_MS))
    }
  }
}

/** Deploys a token with a signature of its owner's wallet. */
export function DeploymentCard({
  tokenId,
  hasFailed,
}: {
  readonly tokenId: string
  readonly hasFailed: boolean
}) {
  const connect = useConnectWallet()
  const reads = useQueryClient()
  const deploy = useSingleMutation({
    mutationFn: async () => {
      const sent = sentDeployment(tokenId)
      if (sent !== null) return confirmDeployment(tokenId, sent)
      const wallet = await connect('transaction')
      if (wallet) await confirmDeployment(tokenId, await sendDeployment(tokenId, wallet))
    },
    onSettled: () => reads.invalidateQueries(),
  })
  const isSent = sentDeployment(tokenId) !== null
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {inTokens('deployToken')}
        </Title>
        {hasFailed ? (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
            {inTokens('lastTransactionFailedOn')}
          </Alert>
        ) : null}
        <Text>{isSent ? inTokens('sentButNotShown') : inTokens('existsOnlyHere')}</Text>
        {deploy.error ? <ErrorMessage error={deploy.error} title={inTokens('notOnChainYet')} /> : null}
        <Group>
          <Button
            leftSection={<IconWallet size={18} />}
            loading={deploy.isPending}
            onClick={() => deploy.mutate()}
          >
            {isSent ? inTokens('checkAgain') : hasFailed ? inTokens('tryAgain') : inTokens('signAndDeploy')}
          </Button>
          {isSent && deploy.error ? (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                forgetDeployment(tokenId)
                deploy.reset()
              }}
            >
              {inTokens('transactionLostSendAnother')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Card>
  )
}
