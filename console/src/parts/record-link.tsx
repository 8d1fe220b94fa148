import { Link, useRouter } from '@tanstack/react-router'
import { useNames } from '../api/use-names.ts'
import { Id } from './id.tsx'
import { Middle } from './middle.tsx'

/** A record that is known by its id: its name, as a link to its page. Without a page it is a text, without a name the id. */
export function RecordLink({ id, name }: { id: string; name?: string | undefined }) {
  const names = useNames(name === undefined ? [id] : [])
  const placeOf = useRecordPlace()
  const known = name ?? names.get(id)
  const place = placeOf(id)
  if (place === undefined) return known === undefined ? <Id value={id} /> : <span>{known}</span>
  return (
    <Link to={place} className="link shrink" title={id}>
      <Middle text={known ?? id} />
    </Link>
  )
}

/** Where the pages of records are, by the beginning of their ids. `$` stands for the id. */
const places: readonly (readonly [prefix: string, route: string])[] = [
  ['drusr', '/people/$user'],
  ['dirsc', '/groups/$resource'],
  ['poset', '/policy/$ruleset'],
  ['popln', '/plans/$plan'],
  ['poinc', '/incidents/$incident'],
  ['wssvc', '/services/$service'],
  ['wsitg', '/sources/$integration'],
  ['wsusr', '/settings/users/$user'],
]

/** The address of a record's page; undefined for a kind without one. */
export function useRecordPlace(): (id: string) => string | undefined {
  const { routesByPath } = useRouter()
  return (id) => {
    const route = places.find(([prefix]) => id.startsWith(`${prefix}_`))?.[1]
    return route === undefined || !(route in routesByPath) ? undefined : route.replace(/\$\w+$/, id)
  }
}
