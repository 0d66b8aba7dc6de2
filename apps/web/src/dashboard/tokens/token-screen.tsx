export default function TokenScreen() {
  return <main>TokenScreen</main>
}
