export default function SettingsScreen() {
  return <main>SettingsScreen</main>
}
