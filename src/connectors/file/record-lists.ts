import { isObject, type JsonValue } from '../../contract/json.ts'
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

/** Lists of other things that have names. */
const ofThings =
  /(?:fields|columns|headers|links|included|roles|departments|divisions|locations|offices|sites|companies|positions|jobs|titles|schemas|licenses|labels|tags)$/i
const ofMembers = /(?:memberships|permissions)$/i

/** Whether a record may be a person: it has an address, or a name in a list that may be of people. */
export function mayBePerson(value: JsonValue, place: Place): boolean {
  const { list = '' } = place
  if (!isObject(value) || listedAs(place) === 'groups' || ofMembers.test(list)) return false
  const inner = Object.values(value).flatMap((each) => (isObject(each) ? Object.entries(each) : []))
  const texts = [...Object.entries(value), ...inner].flatMap(([key, said]) =>
    typeof said === 'string' ? [{ key, said }] : [],
  )
  const isAddressed = texts.some(({ said }) => said.includes('@'))
  const isNamed = texts.some(({ key, said }) => /name$|^login$/i.test(key) && said !== '')
  return isAddressed || (isNamed && !ofThings.test(list))
}
