import {
  DEMO_ADVICE,
  type JudgedValues,
  productionFaults,
} from '../../apps/server/src/config/production-faults.ts'

/** All that production could object to: of a value that it judges anew, this has to have the worst. */
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

/** What the server says of each setting when it refuses to start in production, by the setting's name. */
export function productionRules(): ReadonlyMap<string, readonly string[]> {
  const said = new Set([...productionFaults(WORST, () => true), ...productionFaults(WORST, () => false)])
  said.delete(DEMO_ADVICE)
  const rules = new Map<string, string[]>()
  for (const sentence of said) {
    const name = /^[A-Z_]+/.exec(sentence)?.[0] ?? ''
    // What the value is then is said to whoever set it.
    const rule = sentence.replace(/; it is ".*"$/, '')
    rules.set(name, [...(rules.get(name) ?? []), rule])
  }
  return rules
}
