import { useRouter } from '@tanstack/react-router'

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
