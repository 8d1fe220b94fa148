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
      for await (const { person } of memberships(sources)) yield person
    },
    async person(id: string): Promise<JsonObject | null> {
      const path = `groups/${encodeURIComponent(top)}/members/all/${encodeURIComponent(id)}`
      const row = await one(path)
      if (row !== null) return personOf(row)
      // Who is in a group or project below is only found in the lists of all of them.
      steady ??= readSteady(sources)
      return (await steady).get(id) ?? null
    },
  }
}

async function readSteady(sources: Sources): Promise<ReadonlyMap<string, JsonObject>> {
  const all = await steadyList(
    'The lists of members',
    () => memberships(sources),
    ({ key }) => key,
  )
  return new Map([...all.values()].map(({ id, person }) => [id, person]))
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

/** The account of a member, without the role. */
function personOf({ id, username, name, state, email, public_email }: JsonObject): JsonObject {
  return withValues({ id, username, name, state, email, public_email })
}
