import { Button, Card, List, Text, ThemeIcon } from '@mantine/core'
import { IconDroplet, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from '../../components/empty-state.tsx'
import { inDashboard } from '../../words/messages/dashboard.ts'

const STEPS = [
  inDashboard('chooseTokenOfYours'),
  inDashboard('setWhoCanClaim'),
  inDashboard('shareLinkPeopleClaim'),
]

/** Shown if the user has no drop yet. */
export const FirstDrop = () => (
  <Card withBorder radius="lg">
    <EmptyState
      icon={<IconDroplet size={28} />}
      title={inDashboard('giveSomethingAway')}
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
            {inDashboard('createYourFirstDrop')}
          </Button>
        </>
      }
    >
      {inDashboard('dropGivesOutPool')}
    </EmptyState>
  </Card>
)
