import { Button, Card, List, Text, ThemeIcon } from '@mantine/core'
import { IconDroplet, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from '../../components/empty-state.tsx'

const STEPS = [
  'Choose a token of yours, a coin on the chain, or NFTs.',
  'Set who can claim, how much, and when.',
  'Share the link. People claim in three taps, and you see every claim here.',
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
      A drop gives out a pool of tokens or NFTs by your rules. It takes about two minutes to set up.
    </EmptyState>
  </Card>
)
