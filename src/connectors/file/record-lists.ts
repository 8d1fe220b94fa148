import type { RawRow } from './raw-row.ts'
import type { Shape } from './shape.ts'

type Place = Pick<RawRow & { kind: 'raw' }, 'list'>

/** What the key of its list says of a record. */
export function listedAs({ list = '' }: Place): Exclude<Shape, 'memberships'> | undefined {
  if (/(?:groups|teams|channels|drives|projects)$/i.test(list)) return 'groups'
  return /^(?:employees|people|persons|staff|users|workers)$/i.test(list) ? 'accounts' : undefined
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
