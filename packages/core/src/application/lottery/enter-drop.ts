import { parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import { parseHumanProof } from '../../domain/human-check.ts'
import { readId } from '../../domain/ids.ts'
import type { LotteryEntry } from '../../domain/lottery.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { EntryQueue } from './entry-queue.ts'

/** The wallet to enter, as the caller wrote it. */
export interface EnterDropInput {
  readonly dropId: string
  readonly userAddress: string
  /** Of the drop's human check, if it has one. */
  readonly humanProof?: string | null | undefined
}

/** A wallet's entry and its drop. */
export interface EnteredDrop {
  readonly drop: Drop
  readonly entry: LotteryEntry
}

/** Enters a wallet. Safe to repeat: a wallet has one entry per drop. */
export async function enterDrop(
  queue: EntryQueue,
  caller: Caller,
  input: EnterDropInput,
): Promise<Result<EnteredDrop, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const proof = parseHumanProof(input.humanProof)
  if (!proof.ok) return proof
  const dropId = readId('drop', input.dropId)
  if (!dropId) return err(notFound('Drop'))
  return queue.submit(dropId, { caller, wallet: wallet.value, proof: proof.value })
}
