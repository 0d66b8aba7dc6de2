export default function CreateTokenScreen() {
  return <main>CreateTokenScreen</main>
}
