import type { Drop } from '../domain/drop.ts'
import type { Caller } from '../domain/user.ts'
import type { Ports } from '../ports/index.ts'
import { createAuthenticator } from './authenticate.ts'
import { checkEligibility } from './check-eligibility.ts'
import { createClaimDesk } from './claim-desk.ts'
import { type ClaimDropInput, claimDrop, createClaim } from './claim-drop.ts'
import { type ClaimRandomDropInput, claimRandomDrop } from './claim-random-drop.ts'
import { confirmClaim } from './confirm-claim.ts'
import { type CreateDropInput, createDrop } from './create-drop.ts'
import { type CreateTokenInput, createToken } from './create-token.ts'
import { createLocalUser, type KeyTerms } from './create-user.ts'
import { deleteDrop } from './delete-drop.ts'
import { confirmTokenDeployment, prepareTokenDeployment } from './deploy-token.ts'
import { publishedSeed } from './drop-secrets.ts'
import { type CreateApiKeyInput, createApiKey, listApiKeys, revokeApiKey } from './manage-api-keys.ts'
import type { PageInput } from './parse-page.ts'
import { prepareDropFunding } from './prepare-drop-funding.ts'
import {
  type ClaimFilterInput,
  type DropFilterInput,
  listClaims,
  listDrops,
  listTokens,
  listUsers,
  readClaim,
  readDrop,
  readDropByShortcode,
  readToken,
  readUser,
} from './read-records.ts'
import { requestStandingJobs, runDueJobs } from './run-jobs.ts'
import { DEFAULT_SETTINGS, type Settings } from './settings.ts'
import { type UpdateDropInput, updateDrop } from './update-drop.ts'

/** The whole service as one object: every use case, on the ports it was given. */
export type Dropkit = ReturnType<typeof createDropkit>

/**
 * Puts the use cases on their ports. One object a process: it holds the claim desk, where claims of this process wait
 * together. Any number of processes may work on one store.
 */
export function createDropkit(ports: Ports, given: Partial<Settings> = {}) {
  const settings = { ...DEFAULT_SETTINGS, ...given }
  const desk = createClaimDesk(ports, settings)
  const authenticator = createAuthenticator(ports)
  return {
    authenticate: authenticator.authenticate,
    flushLastUsed: authenticator.flushLastUsed,

    createToken: (caller: Caller, input: CreateTokenInput) => createToken(ports, caller, input),
    prepareTokenDeployment: (caller: Caller, input: { tokenId: string; senderAddress: string }) =>
      prepareTokenDeployment(ports, caller, input),
    confirmTokenDeployment: (caller: Caller, input: { tokenId: string; txHash: string }) =>
      confirmTokenDeployment(ports, caller, input),
    readToken: (_caller: Caller, id: string) => readToken(ports, id),
    listTokens: (_caller: Caller, page: PageInput) => listTokens(ports, page),

    createDrop: (caller: Caller, input: CreateDropInput) => createDrop(ports, caller, input),
    updateDrop: (caller: Caller, id: string, input: UpdateDropInput) => updateDrop(ports, caller, id, input),
    deleteDrop: (caller: Caller, id: string) => deleteDrop(ports, caller, id),
    prepareDropFunding: (caller: Caller, input: Parameters<typeof prepareDropFunding>[2]) =>
      prepareDropFunding(ports, caller, input),
    readDrop: (caller: Caller, id: string) => readDrop(ports, caller, id),
    readDropByShortcode: (caller: Caller, shortcode: string) => readDropByShortcode(ports, caller, shortcode),
    listDrops: (caller: Caller, filter: DropFilterInput, page: PageInput) =>
      listDrops(ports, caller, filter, page),
    /** The seed in hex once nothing more can be drawn with it, else null. */
    publishedSeed: (drop: Drop) => publishedSeed(ports, drop, ports.clock.now()),

    claimDrop: (caller: Caller, input: ClaimDropInput) => claimDrop(ports, desk, settings, caller, input),
    createClaim: (caller: Caller, input: ClaimDropInput) => createClaim(desk, settings, caller, input),
    claimRandomDrop: (caller: Caller, input: ClaimRandomDropInput) =>
      claimRandomDrop(desk, settings, caller, input),
    confirmClaim: (caller: Caller, input: { claimId: string; txHash: string }) =>
      confirmClaim(ports, caller, input),
    checkEligibility: (caller: Caller, input: { dropId: string; walletAddress: string }) =>
      checkEligibility(ports, caller, input),
    readClaim: (caller: Caller, id: string) => readClaim(ports, caller, id),
    listClaims: (caller: Caller, filter: ClaimFilterInput, page: PageInput) =>
      listClaims(ports, caller, filter, page),
    /** Claims of this process that wait for their batch. */
    waitingClaims: () => desk.waiting,

    createLocalUser: (input: { username: string; key: KeyTerms }) => createLocalUser(ports, input),
    readUser: (_caller: Caller, id: string) => readUser(ports, id),
    listUsers: (_caller: Caller, page: PageInput) => listUsers(ports, page),
    createApiKey: (caller: Caller, input: CreateApiKeyInput) => createApiKey(ports, caller, input),
    revokeApiKey: (caller: Caller, id: string) => revokeApiKey(ports, caller, id),
    listApiKeys: (caller: Caller) => listApiKeys(ports, caller),

    /** Makes sure the standing background work exists; once at the start. */
    requestStandingJobs: () => requestStandingJobs(ports),
    /** Runs what is due; gives back how many jobs that were. */
    runDueJobs: () => runDueJobs(ports, settings),
  }
}
