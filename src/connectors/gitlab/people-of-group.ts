import type { JsonObject } from '../../contract/json.ts'
import { steadyList } from '../pull/steady-list.ts'
import type { VendorGroup } from '../pull/vendor.ts'
import { idOf, pathOf, withValues } from './gitlab-rows.ts'

type Sources = {
  /** The path of the group. */
  top: string
  /** Itself, and the groups and projects in it. */
  groups: () => AsyncIterable<VendorGroup>
  list: (path: string) => AsyncIterable<JsonObject>
  one: (path: string) => Promise<JsonObject | null>
}

/** A member of one group or project. */
type Membership = { key: string; id: string; person: JsonObject }

/** Whoever is in a group, in a group below it or in a project there. */
export function peopleOf(sources: Sources) {
  const { top, one } = sources
  let steady: Promise<ReadonlyMap<string, JsonObject>> | undefined
  return {
    async *people(): AsyncGenerator<JsonObject> {
      const seen = new Set<string>()
      const awaiting = new Map<string, JsonObject>()
      for await (const { id, person } of memberships(sources)) {
        if (seen.has(id)) continue
        if (isAwaiting(person)) awaiting.set(id, person)
        else {
          seen.add(id)
          awaiting.delete(id)
          yield person
        }
      }
      yield* awaiting.values()
    },
    async person(id: string): Promise<JsonObject | null> {
      const path = `groups/${encodeURIComponent(top)}/members/all/${encodeURIComponent(id)}`
      const row = await one(path)
      if (row !== null && !isAwaiting(row)) return personOf(row)
      // Who is in a group or project below is only found in the lists of all of them.
      steady ??= readSteady(sources)
      return (await steady).get(id) ?? (row && personOf(row))
    },
  }
}

async function readSteady(sources: Sources): Promise<ReadonlyMap<string, JsonObject>> {
  const all = await steadyList(
    'The lists of members',
    () => memberships(sources),
    ({ key }) => key,
  )
  const people = [...all.values()].map(({ id, person }) => [id, person] as const)
  return new Map(people.toSorted(([, one], [, other]) => awaits(other) - awaits(one)))
}

async function* memberships({ groups, list }: Sources): AsyncGenerator<Membership> {
  for await (const group of groups()) {
    const path = pathOf(group)
    for await (const row of list(`${path}/members/all?per_page=100`)) {
      const id = idOf(row)
      if (id !== undefined) yield { key: `${path}/${id}`, id, person: personOf(row) }
    }
  }
}

/** Someone may wait to be let into one group, and be in another one. */
const isAwaiting = ({ membership_state: state = 'active' }: JsonObject) => state !== 'active'
const awaits = (person: JsonObject) => Number(isAwaiting(person))

/** The account of a member, without the role. */
function personOf(row: JsonObject): JsonObject {
  const { id, username, name, state, membership_state, email, public_email, bot, user_type } = row
  return withValues({
    id,
    username,
    name,
    state,
    membership_state,
    email,
    public_email,
    bot,
    user_type,
  })
}
