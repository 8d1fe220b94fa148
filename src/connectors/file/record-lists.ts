import type { RawRow } from './raw-row.ts'
import type { Shape } from './shape.ts'

/** What an object with several lists has under these keys. */
const listed: Readonly<Record<string, Shape>> = {
  employees: 'accounts',
  people: 'accounts',
  persons: 'accounts',
  staff: 'accounts',
  users: 'accounts',
  workers: 'accounts',
  channels: 'groups',
  drives: 'groups',
  groups: 'groups',
  projects: 'groups',
  teams: 'groups',
  usergroups: 'groups',
}

type Place = Pick<RawRow & { kind: 'raw' }, 'list'>

/** What the key of its list says of a record. */
export function listedAs({ list }: Place): Shape | undefined {
  const key = list?.toLowerCase() ?? ''
  return Object.hasOwn(listed, key) ? listed[key] : undefined
}

/** Says of a record why its list is not of people: a list of groups, or one beside the first list of others. Null where it may be. */
export function createListGuard(): (row: Place) => string | null {
  let main: string | undefined
  return (row) => {
    const { list } = row
    if (list === undefined) return null
    if (listedAs(row) === 'groups') return `in the list ${JSON.stringify(list)}`
    main ??= list
    return list === main
      ? null
      : `in the list ${JSON.stringify(list)} beside ${JSON.stringify(main)}`
  }
}
