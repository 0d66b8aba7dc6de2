import { parentPort } from 'node:worker_threads'
import { isValidPersonalMessageSignature, isValidTransactionSignature } from '@mysten/sui/verify'
import type { SignatureCheck } from './signature-checks.ts'

/** A multisig with more members than Sui allows is rejected before anything is verified. */
async function isValid({ signed, bytes, signature, address }: SignatureCheck): Promise<boolean> {
  const verify = signed === 'message' ? isValidPersonalMessageSignature : isValidTransactionSignature
  try {
    return await verify(bytes, signature, { address })
  } catch {
    // The verifier throws on some malformed signatures, and on a multisig with a zkLogin member, for which it does not ask
    // a node.
    return false
  }
}

parentPort?.on('message', async (check: SignatureCheck) => parentPort?.postMessage(await isValid(check)))
