import { CopiedText } from '../../../components/copied-text.tsx'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { Card } from '../card.tsx'

/** The head of the hash chain over the drop's claims. */
export const OrderOfClaims = ({ head }: { readonly head: string }) => (
  <Card title={inDropSettings('orderOfClaims')} hint={inDropSettings('thisValueFollowsFrom')}>
    <CopiedText text={head} label={inDropSettings('headOfOrder')} />
  </Card>
)
