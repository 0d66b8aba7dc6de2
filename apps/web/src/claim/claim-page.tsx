export function ClaimPage() {
  return <main>Claim</main>
}
