import type { Address, ChainAnswer } from '@dropkit/core'
import { DropLayout } from './move-layouts.ts'
import type { Share } from './operator-commands.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf } from './sui-types.ts'

/** The payments that `drop::close` would make: each funder gets its part, rounded down, and the opener gets the rest. */
export const readShares = (
  { client, calls }: Pick<SuiContext, 'client' | 'calls'>,
  dropObjectId: Address,
): Promise<ChainAnswer<readonly Share[]>> =>
  calls.ask('shares', async (signal) => {
    const { object } = await client.core.getObject({
      objectId: dropObjectId,
      include: { content: true },
      signal,
    })
    const { balance, deposited, funders } = DropLayout.parse(object.content)
    const left = BigInt(balance.value)
    const [opener, ...others] = funders.map(({ from, amount }) => ({
      to: addressOf(from),
      amount: BigInt(deposited) === 0n ? 0n : (left * BigInt(amount)) / BigInt(deposited),
    }))
    if (opener === undefined) return others
    const rest = others.reduce((sum, { amount }) => sum - amount, left)
    return [{ to: opener.to, amount: rest }, ...others]
  })
