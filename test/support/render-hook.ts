// Runs React hooks without a browser: they run in a component that shows nothing, so React needs little of a page.
import { setTimeout as timer, setImmediate as turn } from 'node:timers/promises'
import { Component, createElement, type ReactNode, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished } from 'vitest'

const page = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null, defaultView: {} })
const place = { nodeType: 1, tagName: 'DIV', namespaceURI: '', ownerDocument: page }
const browserWindow = Object.assign(new EventTarget(), { HTMLIFrameElement: class {} })
page.defaultView = browserWindow

class Boundary extends Component<{
  readonly onError: (error: unknown) => void
  readonly children?: ReactNode
}> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }
  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}

const globals = globalThis as { window?: unknown; document?: unknown }
/** The roots of this test. */
const roots: Root[] = []

function makePage(): void {
  const before = { window: globals.window, document: globals.document }
  Object.assign(globals, { window: browserWindow, document: page })
  onTestFinished(async () => {
    for (const root of roots.splice(0)) root.unmount()
    // What React and the stores of the hooks have already scheduled still reads the globals.
    for (let turns = 0; turns < 3; turns += 1) await timer()
    for (const [name, value] of Object.entries(before))
      if (value === undefined) Reflect.deleteProperty(globals, name)
      else Reflect.set(globals, name, value)
  })
}

/** Lets everything run that is ready to run. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await turn()
}

export interface RenderedHook<Value, Given> {
  /** The values that the hook has returned, one for each rendering. */
  readonly values: readonly Value[]
  /** The last of them. Undefined before the first, and while the component is suspended. */
  readonly current: () => Value | undefined
  /** What the hook has thrown. */
  readonly errors: readonly unknown[]
  /** Renders the component again, with another argument of the hook. */
  readonly rerender: (given: Given) => void
  readonly unmount: () => void
}

/** Runs the hook until the test ends. `wrap` puts its component below others, such as a provider. */
export function renderHook<Value, Given>(
  hook: (given: Given) => Value,
  first: Given,
  wrap: (children: ReactNode) => ReactNode = (children) => children,
): RenderedHook<Value, Given> {
  if (roots.length === 0) makePage()
  const values: Value[] = []
  const errors: unknown[] = []
  const Hook = ({ given }: { readonly given: Given }) => {
    values.push(hook(given))
    return null
  }
  const root = createRoot(
    Object.assign(new EventTarget(), place) as unknown as Parameters<typeof createRoot>[0],
    {
      onCaughtError: () => {},
    },
  )
  const rerender = (given: Given) =>
    root.render(
      createElement(
        Boundary,
        { onError: (error) => void errors.push(error) },
        createElement(Suspense, null, wrap(createElement(Hook, { given }))),
      ),
    )
  roots.push(root)
  rerender(first)
  return { values, errors, current: () => values.at(-1), rerender, unmount: () => root.unmount() }
}
