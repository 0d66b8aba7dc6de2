import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core'
import { DropPicture } from '../../components/drop-picture.tsx'
import { cardWords } from './card-words.ts'
import type { DropForm } from './drop-form.ts'
import type { Surroundings } from './form-faults.ts'

/** The drop as claimers will see it, as far as it is described by now. */
export function ClaimCardPreview({
  form,
  surroundings,
}: {
  readonly form: DropForm
  readonly surroundings: Surroundings
}) {
  const words = cardWords(form, surroundings)
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed" fw={600}>
        As claimers see it
      </Text>
      <Card withBorder p={0} radius="lg">
        <DropPicture id={form.title || 'new'} imageUrl={form.imageUrl} />
        <Stack gap="xs" p="md">
          <Group gap="xs">
            <Badge variant="light" tt="none">
              {words.opening}
            </Badge>
            {words.price === null ? null : (
              <Badge variant="light" color="gray" tt="none">
                {words.price}
              </Badge>
            )}
          </Group>
          <Text ff="heading" fw={700} fz="xl" lh={1.2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {form.title.trim() || 'Your title'}
          </Text>
          {form.description.trim() === '' ? null : (
            <Text size="sm" c="dimmed" dir="auto" lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
              {form.description.trim()}
            </Text>
          )}
          <Text fw={600} className="numbers">
            {words.award}
          </Text>
          {words.pool === null ? null : (
            <Text size="sm" c="dimmed" className="numbers">
              {words.pool}
            </Text>
          )}
          {words.who === null ? null : (
            <Text size="sm" c="dimmed">
              {words.who}
            </Text>
          )}
          {words.end === null ? null : (
            <Text size="sm" c="dimmed">
              {words.end}
            </Text>
          )}
          <Button
            component="span"
            fullWidth
            mt="xs"
            aria-hidden
            data-static
            style={{ pointerEvents: 'none' }}
          >
            Claim
          </Button>
        </Stack>
      </Card>
    </Stack>
  )
}
