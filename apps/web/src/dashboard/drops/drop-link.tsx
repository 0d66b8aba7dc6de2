import { Link } from 'react-router'
import classes from './drop-link.module.css'

/** The title of a drop, as a link that covers the card or row around it. */
export const DropLink = ({ drop }: { readonly drop: { readonly id: string; readonly title: string } }) => (
  <Link to={`/drops/${drop.id}`} className={classes['link']}>
    {drop.title}
  </Link>
)
