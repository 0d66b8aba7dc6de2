export default function DropsScreen() {
  return <main>DropsScreen</main>
}
