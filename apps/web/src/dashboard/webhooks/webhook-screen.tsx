export default function WebhookScreen() {
  return <main>WebhookScreen</main>
}
