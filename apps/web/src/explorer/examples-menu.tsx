import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { Button, Menu } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { Fragment } from 'react'
import { inExplorer } from '../words/messages/explorer.ts'
import { type Example, exampleAreas } from './examples/index.ts'

/** Example operations, by area. Each opens in a new tab of the editor. */
export function ExamplesMenu() {
  const { addTab } = useGraphiQLActions()
  const { queryEditor, variableEditor } = useGraphiQL(({ queryEditor, variableEditor }) => ({
    queryEditor,
    variableEditor,
  }))
  const open = ({ query, variables }: Example) => {
    addTab()
    queryEditor?.setValue(query)
    variableEditor?.setValue(variables === undefined ? '' : JSON.stringify(variables, null, 2))
    queryEditor?.focus()
  }
  return (
    <Menu position="bottom-end" withinPortal width={260} returnFocus={false}>
      <Menu.Target>
        <Button variant="light" size="xs" leftSection={<IconBook2 size={16} aria-hidden />}>
          {inExplorer('examples')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {exampleAreas.map(({ area, examples }) => (
          <Fragment key={area}>
            <Menu.Label>{inExplorer(area)}</Menu.Label>
            {examples.map((example) => (
              <Menu.Item key={example.title} onClick={() => open(example)}>
                {inExplorer(example.title)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
