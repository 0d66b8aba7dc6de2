import { CopiedText } from '../../../components/copied-text.tsx'
import { Card } from '../card.tsx'

/** The head of the hash chain over the drop's claims. */
export const OrderOfClaims = ({ head }: { readonly head: string }) => (
  <Card
    title="Order of claims"
    hint="This value follows from every claim so far, in order. If a claim is inserted, removed or changed later, it no longer matches the receipts that claimers hold."
  >
    <CopiedText text={head} label="head of the order" />
  </Card>
)
