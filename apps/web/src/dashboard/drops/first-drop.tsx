import { Button, Card, List, Text, ThemeIcon } from '@mantine/core'
import { IconDroplet, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from '../../components/empty-state.tsx'

const STEPS = [
  'Choose what you give: a token of yours, one that is on the chain already, or NFTs.',
  'Say who may claim, how much each gets, and from when on.',
  'Share the link. People claim in three taps, and you watch it here.',
]

/** What one sees before the first drop. */
export const FirstDrop = () => (
  <Card withBorder radius="lg">
    <EmptyState
      icon={<IconDroplet size={28} />}
      title="Give something away"
      action={
        <>
          <List spacing="sm" my="sm" listStyleType="none" pl={0}>
            {STEPS.map((step, index) => (
              <List.Item
                key={step}
                icon={
                  <ThemeIcon variant="light" radius="xl" size={28} className="numbers">
                    <Text component="span" size="sm" fw={700}>
                      {index + 1}
                    </Text>
                  </ThemeIcon>
                }
              >
                {step}
              </List.Item>
            ))}
          </List>
          <Button component={Link} to="/drops/new" size="md" leftSection={<IconPlus size={18} />}>
            Create your first drop
          </Button>
        </>
      }
    >
      A drop is a pool of tokens or NFTs with rules in front of it. It takes about two minutes.
    </EmptyState>
  </Card>
)
