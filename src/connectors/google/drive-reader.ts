import type { JsonObject } from '../../contract/json.ts'
import { steadyList } from '../pull/steady-list.ts'
import type { VendorGroup } from '../pull/vendor.ts'
import { textOf } from '../rest/text-of.ts'
import type { GoogleSession } from './google-session.ts'
import type { GroupReader } from './group-reader.ts'

/** Everything of the organisation, and not only what the administrator has opened. */
const asAdministrator = { useDomainAdminAccess: 'true' }
const fields = 'nextPageToken,permissions(kind,id,type,emailAddress,role,deleted)'

/** The strongest first: who has a drive in two ways has the stronger role. */
const roles = ['owner', 'organizer', 'fileOrganizer', 'writer', 'commenter', 'reader']

/** Shared drives, with the people who have them directly or by a group. */
export class DriveReader {
  readonly #session: GoogleSession
  readonly #groups: GroupReader
  readonly #drive: string
  /** The ids of accounts by address; null for one of someone else. */
  readonly #ids = new Map<string, string | null>()
  /** The drives whose members have been read. They are read again where someone is missing. */
  readonly #read = new Set<string>()
  /** Of the drive that was read again last. */
  #steady: { id: string; permissions: JsonObject[] } | null = null

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
      ? await this.#readAgain(id)
      : await Array.fromAsync(this.#listPermissions(id))
    this.#read.add(id)
    for (const permission of permissions.toSorted(byRole)) {
      const address = addressIn(permission)
      if (address === undefined) continue
      if (permission['type'] === 'user') yield ofPerson(permission, await this.#idOf(address))
      if (permission['type'] === 'group') yield* this.#ofGroup(permission, address)
    }
  }

  /** One person who has a drive, directly or by a group; null otherwise. */
  async member(id: string, person: string): Promise<JsonObject | null> {
    const { permissions } =
      this.#steady?.id === id ? this.#steady : { permissions: await this.#readAgain(id) }
    for (const permission of permissions.toSorted(byRole)) {
      const address = addressIn(permission)
      if (address === undefined) continue
      const isPerson = permission['type'] === 'user' && (await this.#idOf(address)) === person
      if (isPerson) return ofPerson(permission, person)
      if (permission['type'] !== 'group') continue
      const member = await this.#groups.member(address, person, { isListed: false })
      if (member !== null) return ofMember(permission, member)
    }
    return null
  }

  async #readAgain(id: string): Promise<JsonObject[]> {
    const read = () => this.#listPermissions(id)
    const steady = await steadyList('The list of permissions of a shared drive', read, permissionId)
    const permissions = [...steady.values()]
    this.#steady = { id, permissions }
    return permissions
  }

  #listPermissions(id: string): AsyncGenerator<JsonObject> {
    const query = { ...asAdministrator, supportsAllDrives: 'true', pageSize: '100', fields }
    const url = `${this.#drive}files/${encodeURIComponent(id)}/permissions`
    // A drive that is gone meanwhile has none.
    return this.#session.list(url, { rows: 'permissions', query, none: [404] })
  }

  async *#ofGroup(permission: JsonObject, address: string): AsyncGenerator<JsonObject> {
    for await (const member of this.#groups.members(address, { isListed: false }))
      if (member['type'] === 'USER') yield ofMember(permission, member)
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

const permissionId = (permission: JsonObject) => textOf(permission, 'id')

/** Of whom it is; undefined for everyone of a domain, and for an account that is gone. */
function addressIn(permission: JsonObject): string | undefined {
  return permission['deleted'] === true ? undefined : textOf(permission, 'emailAddress')
}

function ofPerson(permission: JsonObject, accountId: string | null): JsonObject {
  return { ...permission, kind: 'drive#permission', accountId }
}

/** A member of a group that has the permission. */
function ofMember(permission: JsonObject, member: JsonObject): JsonObject {
  const person = { type: 'user', emailAddress: textOf(member, 'email') ?? null }
  return ofPerson({ ...permission, ...person }, textOf(member, 'id') ?? null)
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
