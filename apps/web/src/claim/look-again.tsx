import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

/** Reads at once what the page would read again by itself a little later. */
export function LookAgain() {
  const reads = useQueryClient()
  return (
    <Button variant="default" size="xs" mt="sm" onClick={() => void reads.invalidateQueries()}>
      Look again
    </Button>
  )
}
