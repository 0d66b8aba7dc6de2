export default function TokensScreen() {
  return <main>TokensScreen</main>
}
