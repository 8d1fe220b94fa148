import { isRecord } from '../../contract/json.ts'
import { attributeNamed } from './attribute-path.ts'
import type { Reading } from './read-value.ts'
import { groupSchema } from './schema.ts'
import { invalidValue } from './scim-problem.ts'

const mostMembers = 50_000

/** What an operation does to the members of a group. Ids are those of users. */
export type MemberStep =
  | { kind: 'add'; ids: readonly string[] }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'replace'; ids: readonly string[] }

/**
 * The ids in a list of members. Their names are those that the users have here, so `display` is passed over.
 * @throws ScimProblem 400 invalidValue
 */
export function readMemberIds(value: unknown, { resolveId = itself }: Reading): string[] {
  if (value === null || value === undefined) return []
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > mostMembers)
    throw invalidValue(`members has more than ${mostMembers} values. Send them in several parts.`)
  return list.map((each) => {
    if (typeof each !== 'string' && !isRecord(each))
      throw invalidValue('Each of members must be an object with a value.')
    const id = typeof each === 'string' ? each : memberValue(each, 'value')
    if (typeof id !== 'string' || id === '' || id.includes('\0') || !id.isWellFormed())
      throw invalidValue('Each of members must have a value, the id of a user.')
    const type = typeof each === 'string' ? undefined : memberValue(each, 'type')
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw invalidValue('A member must be a user: groups in groups are not supported.')
    return resolveId(id)
  })
}

/** Who is new and who is gone after the steps, one after the other. */
export function changeMembers(
  before: ReadonlySet<string>,
  steps: readonly MemberStep[],
): { added: string[]; removed: string[] } {
  const after = new Set(before)
  for (const { kind, ids } of steps) {
    if (kind === 'replace') after.clear()
    for (const id of ids)
      if (kind === 'remove') after.delete(id)
      else after.add(id)
  }
  return { added: [...after.difference(before)], removed: [...before.difference(after)] }
}

function itself(id: string): string {
  return id
}

function memberValue(member: Record<string, unknown>, name: string): unknown {
  const { subAttributes = [] } = attributeNamed(groupSchema.attributes, 'members') ?? {}
  return Object.entries(member).find(
    ([key]) => attributeNamed(subAttributes, key)?.name === name,
  )?.[1]
}
