import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import type { RawRow } from '../file/raw-row.ts'
import type { RelateRows } from '../file/relate-rows.ts'
import { listedAs } from '../file/record-lists.ts'
import { textAt } from '../file/value-path.ts'

type Row = RawRow & { kind: 'raw' }
type GroupRow = Omit<Row, 'value'> & { value: JsonObject }

/** The beginning of a file of Keycloak's groups, or of a realm. */
const namesRealm = /"(?:realm|subGroups)"\s*:|"groups"\s*:\s*\[\s*"\//

export const relateRealm: RelateRows = (rows, { head, format }) =>
  format.startsWith('json') && namesRealm.test(head) ? resolveRealm(rows) : null

/**
 * Keycloak nests groups in groups, and the export of a realm says in each user which groups they are in, by paths. Every group
 * becomes a record with its `parentId`; the groups of a realm come last, with their `members`.
 */
async function* resolveRealm(rows: AsyncIterable<RawRow[]>): AsyncGenerator<RawRow[]> {
  const members = new Map<JsonValue, { id: JsonValue }[]>()
  const groups: GroupRow[] = []

  function take(row: RawRow): RawRow[] {
    if (row.kind === 'bad' || !isObject(row.value)) return [row]
    const { value } = row
    const isListed = listedAs(row) === 'groups'
    if (isGroup(value, isListed)) {
      const group = { ...row, value }
      if (!isListed) return flattened(group)
      groups.push(group)
      return []
    }
    const id = textAt(value, ['id', 'username']) ?? null
    for (const path of pathsOf(value['groups'])) {
      const known = members.get(path)
      if (known === undefined) members.set(path, [{ id }])
      else known.push({ id })
    }
    return [row]
  }

  function withMembers({ value, ...row }: GroupRow): RawRow {
    return { ...row, value: { ...value, members: members.get(value['path'] ?? null) ?? [] } }
  }

  for await (const batch of rows) yield batch.flatMap(take)
  yield groups.flatMap(flattened).map(withMembers)
}

/** A realm that was written by hand has no empty lists. */
function isGroup({ path, subGroups: inner }: JsonObject, isListed: boolean): boolean {
  return typeof path === 'string' && (isList(inner) || (isListed && path.startsWith('/')))
}

function pathsOf(value: JsonValue | undefined): string[] {
  return isList(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The group and those inside of it, each with the id of the one around it. */
function flattened(row: GroupRow): GroupRow[] {
  const found: GroupRow[] = []
  const open: { group: JsonObject; parentId: JsonValue }[] = [{ group: row.value, parentId: null }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { subGroups, ...own } = next.group
    found.push({
      ...row,
      value: next.parentId === null ? own : { parentId: next.parentId, ...own },
    })
    const parentId = textAt(own, ['id', 'path']) ?? null
    const inner = isList(subGroups) ? subGroups.filter(isObject) : []
    for (const group of inner.toReversed()) open.push({ group, parentId })
  }
  return found
}
