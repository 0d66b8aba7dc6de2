export function ExplorerPage() {
  return <main>explorer</main>
}
