export default function CreateDropScreen() {
  return <main>CreateDropScreen</main>
}
