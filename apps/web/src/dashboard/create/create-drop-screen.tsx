import { Card, Skeleton, Stack } from '@mantine/core'
import { CreateDropSurroundingsDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { inCreate } from '../../words/messages/create.ts'
import { Wizard } from './wizard.tsx'

/** The screen on which a creator creates a drop step by step. */
export default function CreateDropScreen() {
  const { data, error, refetch } = useRead(CreateDropSurroundingsDocument, {})
  if (data)
    return (
      <Wizard
        userId={data.me?.id ?? ''}
        currencies={data.service.currencies}
        tokens={data.me?.tokens ?? []}
        chain={data.service.chain}
      />
    )
  return (
    <>
      <ScreenHead title={inCreate('newDrop')} back={{ to: '/', label: inCreate('drops') }} />
      {error ? (
        <FaultMessage fault={error} title={inCreate('formCouldNotBe')} onRetry={() => void refetch()} />
      ) : (
        <Card withBorder p="xl" role="status" aria-label={inCreate('loading')}>
          <Stack>
            <Skeleton h={28} w="40%" />
            <Skeleton h={64} />
            <Skeleton h={64} />
            <Skeleton h={64} />
          </Stack>
        </Card>
      )}
    </>
  )
}
