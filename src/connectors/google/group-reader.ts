import type { JsonObject } from '../../contract/json.ts'
import type { VendorGroup } from '../pull/vendor.ts'
import { textOf } from '../rest/text-of.ts'
import type { GoogleSession } from './google-session.ts'

/** A group that is gone meanwhile has no members; one of another organisation shows none. */
const notThere = [403, 404]

/** Groups of the directory. Everyone below a group is in it: people of groups that are its members too, each once. */
export class GroupReader {
  readonly #session: GoogleSession
  readonly #customer: string
  readonly #groups: string

  constructor(session: GoogleSession, customer: string) {
    this.#session = session
    this.#customer = customer
    this.#groups = `${session.endpoints.directory}groups`
  }

  async *all(): AsyncGenerator<VendorGroup> {
    const query = { customer: this.#customer, maxResults: '200' }
    for await (const row of this.#session.list(this.#groups, { rows: 'groups', query }))
      yield* groupIn(row)
  }

  async find(id: string): Promise<VendorGroup | null> {
    const row = await this.#session.one(this.#url(id))
    return (row && groupIn(row)[0]) ?? null
  }

  /**
   * Direct members come first, so that each person has the role that was given to them. A group that is not listed may be another
   * organisation's.
   */
  async *members(id: string, { isListed = true } = {}): AsyncGenerator<JsonObject> {
    const visited = new Set<string>([id])
    for (let level = [id], isDirect = true; level.length > 0; isDirect = false) {
      const below: string[] = []
      for (const each of level)
        for await (const row of this.#direct(each, isDirect && isListed ? [404] : notThere)) {
          const group = row['type'] === 'GROUP' ? textOf(row, 'id') : undefined
          if (group === undefined) yield isDirect ? row : asMember(row)
          else if (!visited.has(group)) {
            visited.add(group)
            below.push(group)
          }
        }
      level = below
    }
  }

  /** One person in a group, directly or below it; null otherwise. */
  async member(id: string, person: string, { isListed = true } = {}): Promise<JsonObject | null> {
    const member = encodeURIComponent(person)
    const none = isListed ? [404] : notThere
    const row = await this.#session.one(`${this.#url(id)}/members/${member}`, {}, none)
    if (row !== null) return row
    // Of a person of another organisation it can't be asked.
    const below = await this.#session.one(`${this.#url(id)}/hasMember/${member}`, {}, [
      400,
      ...none,
    ])
    if (below?.['isMember'] !== true) return null
    return { kind: 'admin#directory#member', id: person, type: 'USER', role: 'MEMBER' }
  }

  #direct(id: string, none: readonly number[]): AsyncGenerator<JsonObject> {
    const query = { maxResults: '200' }
    return this.#session.list(`${this.#url(id)}/members`, { rows: 'members', query, none })
  }

  #url(id: string): string {
    return `${this.#groups}/${encodeURIComponent(id)}`
  }
}

/** An owner of a group is no owner of the groups that it is in. */
function asMember(row: JsonObject): JsonObject {
  return { ...row, role: 'MEMBER' }
}

function groupIn(row: JsonObject): VendorGroup[] {
  const vendorId = textOf(row, 'id')
  return vendorId === undefined ? [] : [{ resourceType: 'suite_workspace_group', vendorId, row }]
}
