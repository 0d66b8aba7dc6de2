import { inExplorer } from '../words/messages/explorer.ts'
/**
 * Repairs two accessibility errors of GraphiQL below `root`: controls without a name, and buttons inside of elements with
 * the role "tab". Repeats this after every DOM change. Returns a function that stops it.
 */
export function keepControlsNamed(root: HTMLElement): () => void {
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
