export function SignInScreen() {
  return <main>Sign in</main>
}
