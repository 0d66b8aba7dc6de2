import type { Clock, HumanChecks, Log, Secrets } from '@dropkit/core'
import type { Config } from '../config/read-config.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { createTurnstile } from './turnstile.ts'

type HumanCheckConfig = Pick<Config, 'turnstileSiteKey' | 'turnstileSecretKey' | 'turnstileVerifyUrl'>

interface Around {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly log: Log
}

/** The proof of work, and Turnstile if its keys are configured. */
export function openHumanChecks(config: HumanCheckConfig, around: Around): HumanChecks {
  const { turnstileSiteKey: siteKey, turnstileSecretKey: secretKey, turnstileVerifyUrl: verifyUrl } = config
  return {
    PROOF_OF_WORK: createProofOfWork(around),
    ...(siteKey && secretKey
      ? { TURNSTILE: createTurnstile({ siteKey, secretKey, verifyUrl, ...around }) }
      : {}),
  }
}
