export function PayPage() {
  return <main>pay</main>
}
