import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../contract/json.ts'
import { ImportRefused } from '../import/refuse-empty.ts'
import type { VendorGroup } from '../pull/vendor.ts'
import { textOf } from '../rest/text-of.ts'
import type { GoogleSession } from './google-session.ts'
import type { GroupReader } from './group-reader.ts'

/** Everything of the organisation, and not only what the administrator has opened. */
const asAdministrator = { useDomainAdminAccess: 'true' }
const fields = 'nextPageToken,permissions(kind,id,type,emailAddress,role,deleted)'

const readingsAtMost = 6

/** The strongest first: who has a drive in two ways has the stronger role. */
const roles = ['owner', 'organizer', 'fileOrganizer', 'writer', 'commenter', 'reader']

/** Shared drives, with the people who have them directly or by a group. */
export class DriveReader {
  readonly #session: GoogleSession
  readonly #groups: GroupReader
  readonly #drive: string
  /** The ids of accounts by address; null for one of somebody else. */
  readonly #ids = new Map<string, string | null>()
  /** The drives whose members have been read. They are read again where somebody is missing. */
  readonly #read = new Set<string>()

  constructor(session: GoogleSession, groups: GroupReader) {
    this.#session = session
    this.#groups = groups
    this.#drive = session.endpoints.drive
  }

  async *all(): AsyncGenerator<VendorGroup> {
    const query = { ...asAdministrator, pageSize: '100' }
    for await (const row of this.#session.list(`${this.#drive}drives`, { rows: 'drives', query }))
      yield* driveIn(row)
  }

  async find(id: string): Promise<VendorGroup | null> {
    const url = `${this.#drive}drives/${encodeURIComponent(id)}`
    const row = await this.#session.one(url, asAdministrator)
    return (row && driveIn(row)[0]) ?? null
  }

  /** As permissions of people, with the id of their account as `accountId`. */
  async *members(id: string): AsyncGenerator<JsonObject> {
    const permissions = this.#read.has(id)
      ? await this.#steadyPermissions(id)
      : await this.#permissions(id)
    this.#read.add(id)
    for (const permission of permissions.toSorted(byRole)) {
      const address = textOf(permission, 'emailAddress')
      if (address === undefined || permission['deleted'] === true) continue
      if (permission['type'] === 'user') yield this.#ofPerson(permission, await this.#idOf(address))
      if (permission['type'] === 'group') yield* this.#ofGroup(permission, address)
    }
  }

  /** One list may lack a group, and the list of the group the same person: this one is right before the other is asked for. */
  async #steadyPermissions(id: string): Promise<JsonObject[]> {
    let last = await this.#permissions(id)
    for (let readings = 1; readings < readingsAtMost; readings += 1) {
      const permissions = await this.#permissions(id)
      if (isDeepStrictEqual(permissions, last)) return permissions
      last = permissions
    }
    throw new ImportRefused(
      'The permissions of a shared drive were different in each reading, so that nobody knows who is missing. Nothing was changed; the next run tries again.',
    )
  }

  async #permissions(id: string): Promise<JsonObject[]> {
    const query = { ...asAdministrator, supportsAllDrives: 'true', pageSize: '100', fields }
    const url = `${this.#drive}files/${encodeURIComponent(id)}/permissions`
    // A drive that is gone meanwhile has none.
    const options = { rows: 'permissions', query, none: [404] }
    return Array.fromAsync(this.#session.list(url, options))
  }

  #ofPerson(permission: JsonObject, accountId: string | null): JsonObject {
    return { ...permission, kind: 'drive#permission', accountId }
  }

  async *#ofGroup(permission: JsonObject, address: string): AsyncGenerator<JsonObject> {
    for await (const member of this.#groups.members(address)) {
      const id = textOf(member, 'id')
      if (member['type'] !== 'USER' || id === undefined) continue
      const person = { type: 'user', emailAddress: textOf(member, 'email') ?? null }
      yield this.#ofPerson({ ...permission, ...person }, id)
    }
  }

  async #idOf(address: string): Promise<string | null> {
    const known = this.#ids.get(address)
    if (known !== undefined) return known
    const url = `${this.#session.endpoints.directory}users/${encodeURIComponent(address)}`
    const user = await this.#session.one(url, { fields: 'id' }, [400, 403, 404])
    const id = textOf(user ?? {}, 'id') ?? null
    this.#ids.set(address, id)
    return id
  }
}

function byRole(one: JsonObject, other: JsonObject): number {
  return rank(one) - rank(other)
}

const rank = (permission: JsonObject) => roles.indexOf(textOf(permission, 'role') ?? '')

function driveIn(row: JsonObject): VendorGroup[] {
  const vendorId = textOf(row, 'id')
  if (vendorId === undefined) return []
  return [{ resourceType: 'suite_workspace_drive', vendorId, row: { ...row, kind: 'drive#drive' } }]
}
