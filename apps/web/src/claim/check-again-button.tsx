import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { inClaiming } from '../words/messages/claiming.ts'

/** A button that refreshes immediately. The page also refreshes on its own, a little later. */
export function CheckAgainButton() {
  const reads = useQueryClient()
  return (
    <Button variant="default" size="xs" mt="sm" onClick={() => void reads.invalidateQueries()}>
      {inClaiming('checkAgain')}
    </Button>
  )
}
