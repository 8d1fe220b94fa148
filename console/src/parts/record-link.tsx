import { Link } from '@tanstack/react-router'
import { useNames } from '../api/use-names.ts'
import { Id } from './id.tsx'
import { Middle } from './middle.tsx'
import { useRecordPlace } from './record-places.ts'
import classes from './record-link.module.css'

/** A record that is known by its id: its name, as a link to its page. Without a page it is a text, without a name the id. */
export function RecordLink({ id, name }: { id: string; name?: string | undefined }) {
  const names = useNames(name === undefined ? [id] : [])
  const placeOf = useRecordPlace()
  const known = name ?? names.get(id)
  const place = placeOf(id)
  if (place === undefined) return known === undefined ? <Id value={id} /> : <span>{known}</span>
  return (
    <Link to={place} className={classes['link']} title={id}>
      <Middle text={known ?? id} />
    </Link>
  )
}
