export function VerifyPage() {
  return <main>verify</main>
}
