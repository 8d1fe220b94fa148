import type { JsonObject } from '../../contract/json.ts'
import type { VendorGroup } from '../pull/vendor.ts'
import { textOf } from '../rest/text-of.ts'
import type { GoogleSession } from './google-session.ts'

/** A group that is gone meanwhile has no members; one of another organisation shows none. */
const notThere = [403, 404]

/**
 * Groups of the directory. Everyone below a group is in it: people of groups that are its members too, each once, and all people who
 * can sign in, where the whole organisation is a member.
 */
export class GroupReader {
  readonly #session: GoogleSession
  readonly #customer: string
  readonly #groups: string
  readonly #users: string
  /** Groups with the whole organisation in them. */
  readonly #withEveryone = new Set<string>()
  #everyone: Promise<readonly string[]> | undefined

  constructor(session: GoogleSession, customer: string) {
    this.#session = session
    this.#customer = customer
    this.#groups = `${session.endpoints.directory}groups`
    this.#users = `${session.endpoints.directory}users`
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
    let hasEveryone = false
    for (let level = [id], isDirect = true; level.length > 0; isDirect = false) {
      const below: string[] = []
      for (const each of level)
        for await (const row of this.#direct(each, isDirect && isListed ? [404] : notThere)) {
          const group = row['type'] === 'GROUP' ? textOf(row, 'id') : undefined
          if (row['type'] === 'CUSTOMER') hasEveryone = true
          else if (group === undefined) yield isDirect ? row : asMember(row)
          else if (!visited.has(group)) {
            visited.add(group)
            below.push(group)
          }
        }
      level = below
    }
    if (!hasEveryone) return
    this.#withEveryone.add(id)
    yield* (await this.#allPeople()).map(personIn)
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
    const isIn =
      below?.['isMember'] === true ||
      (this.#withEveryone.has(id) && (await this.#canSignIn(person)))
    return isIn ? personIn(person) : null
  }

  /** The ids of everyone who can sign in. */
  #allPeople(): Promise<readonly string[]> {
    const query = { customer: this.#customer, maxResults: '500' }
    this.#everyone ??= (async () => {
      const ids: string[] = []
      for await (const row of this.#session.list(this.#users, { rows: 'users', query }))
        if (canSignIn(row)) ids.push(textOf(row, 'id') ?? '')
      return ids
    })()
    return this.#everyone
  }

  async #canSignIn(person: string): Promise<boolean> {
    const row = await this.#session.one(`${this.#users}/${encodeURIComponent(person)}`)
    return row !== null && canSignIn(row)
  }

  #direct(id: string, none: readonly number[]): AsyncGenerator<JsonObject> {
    const query = { maxResults: '200' }
    return this.#session.list(`${this.#url(id)}/members`, { rows: 'members', query, none })
  }

  #url(id: string): string {
    return `${this.#groups}/${encodeURIComponent(id)}`
  }
}

const canSignIn = (row: JsonObject) => row['suspended'] !== true && row['archived'] !== true

function personIn(id: string): JsonObject {
  return { kind: 'admin#directory#member', id, type: 'USER', role: 'MEMBER' }
}

/** An owner of a group is no owner of the groups that it is in. */
function asMember(row: JsonObject): JsonObject {
  return { ...row, role: 'MEMBER' }
}

function groupIn(row: JsonObject): VendorGroup[] {
  const vendorId = textOf(row, 'id')
  return vendorId === undefined ? [] : [{ resourceType: 'suite_workspace_group', vendorId, row }]
}
