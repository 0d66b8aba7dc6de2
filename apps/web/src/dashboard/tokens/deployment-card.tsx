import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FaultMessage } from '../../components/fault-message.tsx'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { confirmDeployment, forgetDeployment, sendDeployment, sentDeployment } from './deploy-token.ts'

/** Puts a token on the chain by the signature of its owner's wallet. */
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
          Deploy the token
        </Title>
        {hasFailed ? (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
            The last transaction failed on the chain, so nothing was made. Try again with another one.
          </Alert>
        ) : null}
        <Text>
          {isSent
            ? 'Your wallet has sent it. The chain has not shown it yet.'
            : 'So far this token exists only here. Your wallet deploys it with one signature and pays the network fee. The part for drops goes to the service, the rest to your wallet.'}
        </Text>
        {deploy.error ? <FaultMessage fault={deploy.error} title="It is not on the chain yet" /> : null}
        <Group>
          <Button
            leftSection={<IconWallet size={18} />}
            loading={deploy.isPending}
            onClick={() => deploy.mutate()}
          >
            {isSent ? 'Look again' : hasFailed ? 'Try again' : 'Sign and deploy'}
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
              Transaction lost: send another
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Card>
  )
}
