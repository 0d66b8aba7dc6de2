import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FaultMessage } from '../../components/fault-message.tsx'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { inTokens } from '../../words/messages/tokens.ts'
import { confirmDeployment, forgetDeployment, sendDeployment, sentDeployment } from './deploy-token.ts'

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
  const deploy = useMutation({
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
        <Text>{isSent ? inTokens('yourWalletHasSent') : inTokens('soFarThisToken')}</Text>
        {deploy.error ? <FaultMessage fault={deploy.error} title={inTokens('itIsNotOn')} /> : null}
        <Group>
          <Button
            leftSection={<IconWallet size={18} />}
            loading={deploy.isPending}
            onClick={() => deploy.mutate()}
          >
            {isSent ? inTokens('lookAgain') : hasFailed ? inTokens('tryAgain') : inTokens('signAndDeploy')}
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
