import { inExplorer } from '../words/messages.ts'
import 'graphiql/setup-workers/vite'
import 'graphiql/graphiql.css'
import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import '@graphiql/plugin-explorer/style.css'
import './graphiql.css'
import { explorerPlugin } from '@graphiql/plugin-explorer'
import { HISTORY_PLUGIN } from '@graphiql/plugin-history'
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit'
import { Button, Menu, useComputedColorScheme } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { GraphiQL } from 'graphiql'
import { buildSchema } from 'graphql'
import { Fragment, useEffect, useMemo, useRef } from 'react'
import { type Example, exampleAreas } from './examples.ts'
import classes from './explorer.module.css'
import { haveCredential, headersText } from './explorer-headers.ts'

/** The page contains the schema of this version, so that it can be read without a sign-in. */
const schema = buildSchema(
  Object.values(
    import.meta.glob<string>('../../../../packages/adapter-graphql/schema/*.graphql', {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).join('\n'),
)

const explorer = explorerPlugin()
const plugins = [HISTORY_PLUGIN, explorer]
const isExplorerOpen = new URLSearchParams(location.search).get('explorerIsOpen') === 'true'

type ExecutionResult = Extract<Awaited<ReturnType<Fetcher>>, { readonly data?: unknown }>

/** The answer without a credential, in the format of the server's answers. */
const noKey = () =>
  ({
    data: null,
    errors: [
      {
        message: inExplorer('needsKey', { header: '{"Authorization": "Bearer dk_…"}' }),
      },
    ],
  }) as unknown as ExecutionResult

/**
 * Sends operations to this server: over HTTP, and subscriptions over a WebSocket. `secret` is the credential unless the
 * header editor contains one. Without a credential, nothing is sent, and the answer says what is missing.
 */
function createExplorerFetcher(secret: string | null): Fetcher {
  const send = createGraphiQLFetcher({
    url: '/graphql',
    subscriptionUrl: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    enableIncrementalDelivery: false,
  })
  return (parameters, options = {}) => {
    const headers =
      haveCredential(options.headers) || secret === null ? options.headers : JSON.parse(headersText(secret))
    return haveCredential(headers) ? send(parameters, { ...options, headers }) : noKey()
  }
}

/**
 * Repairs two accessibility errors of GraphiQL below `root`: controls without a name, and buttons inside of elements with
 * the role "tab". Repeats this after every DOM change. Returns a function that stops it.
 */
function nameControlsOnChange(root: HTMLElement): () => void {
  let due = 0
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(due)
    due = requestAnimationFrame(() => nameControls(root))
  })
  changes.observe(root, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-selected'],
  })
  nameControls(root)
  return () => {
    changes.disconnect()
    cancelAnimationFrame(due)
  }
}

function nameControls(root: HTMLElement): void {
  root.querySelector('.graphiql-tabs[role]')?.removeAttribute('role')
  for (const tab of root.querySelectorAll('.graphiql-tab[aria-selected]')) {
    tab.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', String(tab.ariaSelected))
    tab.removeAttribute('aria-selected')
    tab.removeAttribute('role')
  }
  const unnamed = '.graphiql-explorer-root :is(input, select):not([aria-label])'
  for (const control of root.querySelectorAll(unnamed)) control.setAttribute('aria-label', nameOf(control))
}

/** The name of the field or argument that the control belongs to. */
function nameOf(control: Element): string {
  if (control.closest('form') !== null) return inExplorer('kindOfOperationTo')
  if (control.closest('.graphiql-operation-title-bar') !== null) return inExplorer('nameOfOperation')
  const about = control.closest('[class*="graphiql-explorer-"]')?.className
  const name = /graphiql-explorer-(\w+)/.exec(about ?? '')?.[1]
  return name === undefined ? inExplorer('valueOfArgument') : inExplorer('valueOf', { name })
}

/** Example operations, by area. Each opens in a new tab of the editor. */
function ExamplesMenu() {
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

/** The GraphiQL editor. It is loaded after the page is visible, because it is large. */
export default function GraphiqlPane({ secret }: { readonly secret: string | null }) {
  const scheme = useComputedColorScheme('light')
  const fetcher = useMemo(() => createExplorerFetcher(secret), [secret])
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => (pane.current === null ? undefined : nameControlsOnChange(pane.current)), [])
  return (
    <div ref={pane} className={classes['editor']} dir="ltr" translate="no">
      <GraphiQL
        fetcher={fetcher}
        schema={schema}
        plugins={plugins}
        {...(isExplorerOpen ? { visiblePlugin: explorer } : {})}
        defaultHeaders={headersText(secret)}
        defaultQuery={exampleAreas[0]?.examples[0]?.query ?? ''}
        defaultEditorToolsVisibility={secret === null ? 'headers' : 'variables'}
        forcedTheme={scheme}
        inputValueDeprecation
        schemaDescription
      >
        <GraphiQL.Logo>
          <ExamplesMenu />
        </GraphiQL.Logo>
      </GraphiQL>
    </div>
  )
}
