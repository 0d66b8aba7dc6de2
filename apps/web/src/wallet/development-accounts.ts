import { readSaved, save } from '../session/saved.ts'

/** An account of the development wallet, which works only on the fake chain. */
export interface DevelopmentAccount {
  readonly name: string
  readonly address: string
  /** `suiprivkey1…`. It protects nothing of value, because the fake chain's coins are worthless. */
  readonly privateKey: string
}

const PLACE = 'dropkit.development-wallet'
const NAMES = ['Alice', 'Bob', 'Carol', 'Dave', 'Erin', 'Frank', 'Grace', 'Heidi']

export const developmentAccounts = (): readonly DevelopmentAccount[] =>
  readSaved<readonly DevelopmentAccount[]>(PLACE) ?? []

/** Adds an account with a new key. */
export async function addDevelopmentAccount(): Promise<DevelopmentAccount> {
  const { Ed25519Keypair } = await import('@mysten/sui/keypairs/ed25519')
  const accounts = developmentAccounts()
  const keypair = Ed25519Keypair.generate()
  const round = Math.floor(accounts.length / NAMES.length)
  const account = {
    name: `${NAMES[accounts.length % NAMES.length]}${round === 0 ? '' : ` ${round + 1}`}`,
    address: keypair.toSuiAddress(),
    privateKey: keypair.getSecretKey(),
  }
  save(PLACE, [...accounts, account])
  return account
}
