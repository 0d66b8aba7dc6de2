export default function WebhooksScreen() {
  return <main>WebhooksScreen</main>
}
