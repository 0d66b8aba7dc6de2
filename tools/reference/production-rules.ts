import {
  DEMO_ADVICE,
  type JudgedValues,
  productionFaults,
} from '../../apps/server/src/config/production-faults.ts'

/** The worst value of each setting that production checks, so that every error is produced. */
const WORST: { readonly [Name in keyof JudgedValues]-?: NonNullable<JudgedValues[Name]> } = {
  chain: 'fake',
  masterKey: new Uint8Array(32),
  masterKeyPrevious: new Uint8Array(32),
  bootstrapApiKey: 'change-me-change-me',
  webhookAllowPrivate: true,
  beacon: 'local',
  publicUrl: 'http://drops.example',
  corsOrigins: ['http://app.example'],
  openIdJwksUrl: 'http://id.example/keys',
  factsUrl: 'http://facts.example',
  factsPrivateHosts: [],
}

/** The errors of each setting when the server refuses to start in production, by the setting's name. */
export function productionRules(): ReadonlyMap<string, readonly string[]> {
  const said = new Set([...productionFaults(WORST, () => true), ...productionFaults(WORST, () => false)])
  said.delete(DEMO_ADVICE)
  const rules = new Map<string, string[]>()
  for (const sentence of said) {
    const name = /^[A-Z_]+/.exec(sentence)?.[0] ?? ''
    // The current value is removed from the message, because it is only an example here.
    const rule = sentence.replace(/; it is ".*"$/, '')
    rules.set(name, [...(rules.get(name) ?? []), rule])
  }
  return rules
}
