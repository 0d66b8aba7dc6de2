import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { inClaim } from '../words/messages.ts'

/** Reads at once what the page would read again by itself a little later. */
export function LookAgain() {
  const reads = useQueryClient()
  return (
    <Button variant="default" size="xs" mt="sm" onClick={() => void reads.invalidateQueries()}>
      {inClaim('lookAgain')}
    </Button>
  )
}
