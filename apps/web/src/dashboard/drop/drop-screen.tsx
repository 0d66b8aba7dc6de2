export default function DropScreen() {
  return <main>DropScreen</main>
}
