import { isList, type JsonValue } from '../../contract/json.ts'
import { show } from '../file/clean-value.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { plainOf, saidAt, valueAt } from '../file/value-path.ts'

const ofGroup =
  /^(?:(?:user |member )?(?:group|team|channel|application|project|space|workspace|mailing list|distribution list|gruppe|groupe|grupo|équipe|equipo)s?)(?: ?(?:name|e-?mail|id|key))?$/iu
/** Where a member of GitLab and others has access; a path of its own is no one's. */
const ofAccess = /^(?:path|source|source path)$/i
const ofMember =
  /^(?:members?|member (?:name|e-?mail|id)|user|user ?name|login|s ?am ?account ?name|mitglied|membre|miembro)$/i
/** What only members of something have; a table of people may have one of them. */
const ofMembership =
  /^(?:principal ?type|permission ?set(?: (?:name|arn))?|access (?:granted|expires|level)|max(?:imum)? role|membership (?:type|source|status)|member role)$/i
/** What only groups have. */
const ofGroups =
  /^(?:members|member ?count|number of members|direct ?members ?count|group ?types?|group ?scope|group ?category|managed by|mail enabled|security enabled)$/i

/** A table that lists groups or members, which an import would take for people. */
export class NoListOfPeople extends UnreadableExport {
  override name = 'NoListOfPeople'
}

const ways =
  'Groups and members are taken from the exports of a product that Muster knows, or one group at a time with --members-of.'
const advice = `Import the people from a list of users. To take only the people of this file, use --shape accounts. ${ways}`

/** GitLab's exports of the members of a group, and of the permissions of users. */
const ofGitlab = [
  ['access granted', 'max role'],
  ['path', 'access level', 'username'],
]
const gitlabAdvice =
  "This is an export of GitLab's pages, which names people only by user names, and those can pass to someone else. Connect GitLab's API instead (muster integration connect gitlab --type gitlab --set group=<path>), or import what the API lists with ids: people of your own instance from GET /api/v4/users, and members from GET /api/v4/groups/<id>/members/all with --members-of codehost_group:<id>."

/**
 * Throws NoListOfPeople for a table of an unknown product that lists groups, or members: people come back with other groups,
 * have no names of their own, and their groups would be lost.
 */
export function refuseMemberships(
  rows: readonly JsonValue[],
  { names, columns }: { names: readonly string[]; columns: readonly string[] },
  account: AccountMapping,
): void {
  const find = (pattern: RegExp) => names.filter((name) => pattern.test(plain(name)))
  refuseGroups(rows, { names, columns }, account)
  const known = new Set(names.map((name) => plain(name).toLowerCase()))
  if (ofGitlab.some((marks) => marks.every((mark) => known.has(mark))))
    throw new NoListOfPeople(gitlabAdvice)
  const isOfPrincipals = known.has('principal type') || known.has('principaltype')
  const memberships = find(ofMembership).filter(
    (name) => isOfPrincipals || !/^permission/i.test(plain(name)),
  )
  const [group = memberships.length > 0 ? find(ofAccess)[0] : undefined] = find(ofGroup)
  if (group !== undefined) refuseRepeated(rows, group, account)
  // A mapping of a directory has paths that the table does not have; a login stands in for a name.
  const isNameless = [account.email, account.first_name, account.last_name, account.full_name]
    .flat()
    .every((path) => !columns.includes(path) || account.handle.includes(path))
  const [member] = find(ofMember)
  if (group !== undefined && member !== undefined && isNameless && isShort(names))
    throw new NoListOfPeople(
      `This lists members of groups: it has only ${show(group)} and ${show(member)}, and no names. ${advice}`,
    )
  const [one, other] = memberships
  if (one !== undefined && other !== undefined)
    throw new NoListOfPeople(
      `This lists members of a group (it has ${show(one)} and ${show(other)}), by names that are no stable ids. ${advice}`,
    )
}

/** A table of people has more columns than those of a group and a member. */
function isShort(names: readonly string[]): boolean {
  return names.length <= 4
}

function refuseRepeated(rows: readonly JsonValue[], column: string, account: AccountMapping): void {
  const groups = new Map<JsonValue, JsonValue>()
  const { sources, ended_at: ends = [] } = account.state
  // A rehired person has two rows, each with a state or an end.
  const states = [...sources.map(({ path }) => path), ...ends]
  const tellsStates = rows.some((row) => saidAt(row, states) !== undefined)
  for (const row of rows) {
    const person = tellsStates ? saidAt(row, account.vendor_id) : personOf(row, account)
    const group = plainOf(valueAt(row, column))
    if (person === undefined || group === undefined) continue
    const before = groups.get(person)
    if (before === undefined) groups.set(person, group)
    else if (before !== group)
      throw new NoListOfPeople(
        `This lists members of groups: ${show(saidAt(row, account.vendor_id) ?? person)} is in ${show(before)} and ${show(group)} of ${show(column)}. ${advice}`,
        `This lists members of groups: one person has several values of ${show(column)}. ${advice}`,
      )
  }
}

/** An id may be that of the membership; several people may have one address. */
function personOf(row: JsonValue, account: AccountMapping): JsonValue | undefined {
  const email = saidAt(row, account.email)
  const name = saidAt(row, account.full_name)
  return typeof email === 'string' && typeof name === 'string'
    ? `${name} <${email}>`
    : saidAt(row, account.vendor_id)
}

/** A name and an address are of groups where nothing is of people. */
function refuseGroups(
  rows: readonly JsonValue[],
  { names, columns }: { names: readonly string[]; columns: readonly string[] },
  { first_name: first, last_name: last, state }: AccountMapping,
): void {
  if (first.length + last.length + state.sources.length > 0) return
  const marks = names.filter((name) => ofGroups.test(plain(name)))
  const lists = columns.filter(
    (name) => plain(name) === 'members' && rows.some((row) => isList(valueAt(row, name))),
  )
  const [mark] = [...marks, ...lists]
  if (mark === undefined) return
  throw new NoListOfPeople(
    `This lists groups, not people (it has ${show(mark)}). If each row is a person all the same, use --shape accounts. ${ways}`,
  )
}

function plain(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[_\s]+/gu, ' ')
    .trim()
}
