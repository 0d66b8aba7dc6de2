import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { parse } from 'graphql'
import { readSdl } from '../schema/read-sdl.ts'

/** The parent types of resolvers that differ from the plain type of the schema. */
const mappers = {
  ApiKey: '@dropkit/core#ApiKey as ApiKeyRecord',
  Claim: '@dropkit/core#Claim as ClaimRecord',
  ClaimDropResult: '@dropkit/core#ClaimGrant',
  ClaimLink: '@dropkit/core#UsedClaimLink',
  ClaimNotification: '../resolvers/subscriptions/subscriptions.ts#ClaimNotificationSource',
  ClaimParams: '@dropkit/core#SignedVoucher',
  ClaimRandomDropResult: '../resolvers/claims.ts#RandomDropAnswer',
  Collection: '@dropkit/core#BriefDrop as DropRecord',
  CreateClaimLinksResult: '@dropkit/core#NewClaimLinks',
  CreatedApiKey: '@dropkit/core#NewKey',
  Drop: '@dropkit/core#BriefDrop as DropRecord',
  DropDashboardStats: '@dropkit/core#DropStats',
  DropUpdate: '../resolvers/subscriptions/subscriptions.ts#DropUpdateSource',
  EligibilityCheck: '@dropkit/core#RuleCheck',
  EligibilityFact: '@dropkit/core#ObservedFact',
  EligibilityReplay: '@dropkit/core#EligibilityReplay as EligibilityReplayRecord',
  EligibilityResult: '@dropkit/core#Eligibility',
  Event: '@dropkit/core#BriefEvent',
  Exemption: '@dropkit/core#Exemption as ExemptionRecord',
  FailingJob: '@dropkit/core#FailingJob as FailingJobRecord',
  GatingConfig: '@dropkit/core#GatingConfig as GatingConfigRecord',
  GatingRule: '@dropkit/core#GatingRule as GatingRuleRecord',
  GatingTemplate: '@dropkit/core#GatingTemplate as GatingTemplateRecord',
  Lottery: '@dropkit/core#Lottery as LotteryRecord',
  LotteryEntry: '@dropkit/core#EnteredDrop',
  LotteryWave: '@dropkit/core#LotteryWave as LotteryWaveRecord',
  PaymentIntent: '@dropkit/core#PaymentIntent as PaymentIntentRecord',
  PaymentUpdate: '../resolvers/subscriptions/subscriptions.ts#PaymentUpdateSource',
  Payout: '@dropkit/core#Payout as PayoutRecord',
  PlatformEvent: '@dropkit/core#BriefEvent',
  Refund: '@dropkit/core#Refund as RefundRecord',
  Service: '../resolvers/service.ts#ServiceSource',
  UnmatchedPayment: '@dropkit/core#UnmatchedPayment as UnmatchedPaymentRecord',
  Token: '@dropkit/core#Token as TokenRecord',
  User: '@dropkit/core#User as UserRecord',
  Webhook: '../resolvers/webhooks.ts#ShownWebhook',
  WebhookDelivery: '@dropkit/core#WebhookDelivery as WebhookDeliveryRecord',
}

const config = {
  contextType: '../context.ts#Context',
  mappers,
  scalars: {
    ID: { input: 'string', output: 'string' },
    BigInt: { input: 'string', output: 'bigint' },
    DateTime: { input: '@dropkit/core#Instant', output: '@dropkit/core#Instant' },
    JSON: { input: '@dropkit/core#Json', output: '../scalars/scalars.ts#SentJson' },
  },
  enumsAsTypes: true,
  makeResolverTypeCallable: true,
  useTypeImports: true,
  immutableTypes: true,
  skipTypename: true,
  defaultScalarType: 'never',
  strictScalars: true,
  importExtension: '.ts',
  inputMaybeValue: 'T | null | undefined',
}

const head =
  '// Generated from schema/*.graphql by `npm run codegen -w @dropkit/adapter-graphql`. Do not edit.\n'

/** A type without parameters. */
const TYPE = /^export type (\w+) =(?: \{.*?^\}|[^;{]*);\n\n/gms

/** Removes types that the types of resolvers do not need, such as those that `mappers` replaces. */
function withoutUnused(types: string): string {
  const texts = new Map([...types.matchAll(TYPE)].map(([text, name]) => [name, text]))
  // Names of fields and imports are no use. The types of resolvers have parameters.
  const wordsOf = (text = '') => text.replaceAll(/^import .*|\w+\??:|'\w+'/gm, '').match(/\w+/g) ?? []
  const used = new Set<string>(wordsOf(types.replaceAll(TYPE, '')))
  for (const name of used) for (const word of wordsOf(texts.get(name))) used.add(word)
  return types.replaceAll(TYPE, (type, name: string) => (used.has(name) ? type : ''))
}

/** Generates the text of src/generated/resolver-types.ts from the current type definitions, without their descriptions. */
export async function resolverTypes(): Promise<string> {
  const types = await codegen({
    filename: 'resolver-types.ts',
    schema: parse(readSdl()),
    documents: [],
    config,
    plugins: [{ typescript: {} }, { typescriptResolvers: {} }],
    pluginMap: { typescript, typescriptResolvers },
  })
  const withoutComments = types.replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '').replaceAll(/\n{3,}/g, '\n\n')
  return `${head}${withoutUnused(withoutComments).trimEnd()}\n`
}

export const resolverTypesPath = fileURLToPath(new URL('../generated/resolver-types.ts', import.meta.url))

// `npm run codegen`
if (import.meta.main) {
  await mkdir(dirname(resolverTypesPath), { recursive: true })
  await writeFile(resolverTypesPath, await resolverTypes())
}
