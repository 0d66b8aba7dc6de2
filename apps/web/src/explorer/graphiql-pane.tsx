import 'graphiql/setup-workers/vite'
// Not its style.css, which contains fonts and a second copy of an editor's styles.
import 'graphiql/graphiql.css'
import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import '@graphiql/plugin-explorer/style.css'
import './graphiql.css'
import { explorerPlugin } from '@graphiql/plugin-explorer'
import { HISTORY_PLUGIN } from '@graphiql/plugin-history'
import { useComputedColorScheme } from '@mantine/core'
import { GraphiQL } from 'graphiql'
import { buildSchema } from 'graphql'
import { useEffect, useMemo, useRef } from 'react'
import { exampleAreas } from './examples/index.ts'
import { ExamplesMenu } from './examples-menu.tsx'
import { createExplorerFetcher } from './explorer-fetcher.ts'
import { headersText } from './explorer-headers.ts'
import classes from './graphiql-pane.module.css'
import { keepControlsNamed } from './name-controls.ts'

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

/** The GraphiQL editor. It is loaded after the page is visible, because it is large. */
export default function GraphiqlPane({ secret }: { readonly secret: string | null }) {
  const scheme = useComputedColorScheme('light')
  const fetcher = useMemo(() => createExplorerFetcher(secret), [secret])
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => (pane.current === null ? undefined : keepControlsNamed(pane.current)), [])
  return (
    <div ref={pane} className={classes['pane']} dir="ltr" translate="no">
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
