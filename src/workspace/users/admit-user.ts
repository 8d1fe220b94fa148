import { endAccessBeyondRights, endAccessByOthers } from '../../access/end-access.ts'
import { changesBetween, record, type AuditActor } from '../../audit/record.ts'
import { ownerRole } from '../../contract/permissions.ts'
import type { Transaction } from '../../database/database.ts'
import {
  findHeldRoles,
  lockOrInsertUser,
  lockOwners,
  requireUser,
  updateUserRow,
  writeRoles,
  type Owners,
  type UserRow,
} from './queries.ts'
import {
  bindRoleNames,
  findConfiguredRoles,
  isReadOnly,
  type ConfiguredRole,
} from './configured-roles.ts'
import { isLastOwner } from './role-rules.ts'
import { userCreationEntry, userEntry } from './user-audit.ts'

/** An account at an issuer that may sign in, with the names of the roles that its claims give. */
export type AdmittedAccount = {
  provider: string
  providerId: string
  name: string
  handle: string | null
  email: string | null
  roles: readonly string[]
  /** The name of a role beside them, which is given as long as it is read-only. */
  defaultGrant?: string | undefined
}

export type Admission = {
  user: UserRow
  /** False for a person who is staged, expired or deactivated: nothing of theirs was changed. */
  isActive: boolean
  /** Names of roles that the issuer gives and that do not exist. */
  unknownRoles: string[]
  /** The default role is not read-only, so it is not given. */
  isDefaultUnfit: boolean
  /** The claims no longer give the role of owners to the last active owner, who keeps it. */
  keepsOwner: boolean
}

/**
 * Finds the person of an account by issuer and subject, never by e-mail, or creates them without roles. Then their
 * address and handle follow the issuer, and they have the roles that their claims give, beside those given by hand.
 */
export async function admitUser(
  tx: Transaction,
  account: AdmittedAccount,
  { actor, now }: { actor: AuditActor; now: Date },
): Promise<Admission> {
  const owners = await lockOwners(tx)
  const { provider, providerId: provider_id, name, handle, email } = account
  const values = { provider, provider_id, name, handle, email, directory_user_id: null }
  const { user, isNew } = await lockOrInsertUser(tx, values)
  if (isNew) await record(tx, actor, [userCreationEntry(user, [])])
  if (!mayAct(user, now))
    return { user, isActive: false, unknownRoles: [], isDefaultUnfit: false, keepsOwner: false }
  const roles = await decideRoles(tx, { user, owners, account })
  await updateUser(tx, { user, roles, contact: { handle, email } }, { actor, now })
  if (roles.keepsOwner)
    await record(tx, actor, [{ ...userEntry('keep_owner', user, {}), details: { provider } }])
  return { ...roles, user: await requireUser(tx, user.id), isActive: true }
}

function mayAct({ state, expires_at: end }: UserRow, now: Date): boolean {
  return (state === 'active' || state === 'expiring') && (end === null || end > now)
}

type Role = { id: string; name: string }
type RoleChange = Pick<Admission, 'unknownRoles' | 'isDefaultUnfit' | 'keepsOwner'> & {
  added: Role[]
  removed: Role[]
}

const isOwner = ({ name }: Role): boolean => name === ownerRole

async function decideRoles(
  tx: Transaction,
  { user, owners, account }: { user: UserRow; owners: Owners; account: AdmittedAccount },
): Promise<RoleChange> {
  const { roles: claimed, defaultGrant } = account
  const names = [...claimed, ...(defaultGrant === undefined ? [] : [defaultGrant])]
  await bindRoleNames(tx, names)
  const known = await findConfiguredRoles(tx, names, { lock: true })
  const isUnfit = (role: ConfiguredRole) =>
    !claimed.includes(role.configuredName) && !isReadOnly(role.permissions)
  const given = known.filter((role) => !isUnfit(role))
  const held = await findHeldRoles(tx, user.id)
  const lost = held.filter(
    ({ id, isClaimed }) => isClaimed && !given.some((role) => role.id === id),
  )
  const keepsOwner = lost.some(isOwner) && isLastOwner(owners, user.id)
  const added = given.filter(({ id }) => !held.some((role) => role.id === id))
  return {
    // Two names may mean one role.
    added: [...new Map(added.map((role) => [role.id, role])).values()],
    removed: lost.filter((role) => !(keepsOwner && isOwner(role))),
    unknownRoles: names.filter((name) => !known.some((role) => role.configuredName === name)),
    isDefaultUnfit: known.some(isUnfit),
    keepsOwner,
  }
}

type Contact = Pick<UserRow, 'handle' | 'email'>

async function updateUser(
  tx: Transaction,
  { user, roles, contact }: { user: UserRow; roles: RoleChange; contact: Contact },
  { actor, now }: { actor: AuditActor; now: Date },
): Promise<void> {
  const { added, removed } = roles
  const names = user.roles
    .filter((name) => !removed.some((role) => role.name === name))
    .concat(added.map(({ name }) => name))
  const changes = changesBetween({ roles: user.roles }, { roles: names.sort() })
  const personal = changesBetween({ handle: user.handle, email: user.email }, contact)
  if (Object.keys(personal).length > 0) await updateUserRow(tx, user.id, contact)
  if (Object.keys(changes).length > 0) {
    const [gained, lost] = [added, removed].map((each) => each.map(({ id }) => id))
    await writeRoles(tx, user.id, { added: gained ?? [], removed: lost ?? [], isClaimed: true })
  }
  if (added.length > 0) await endAccessByOthers(tx, [user.id], { actor, now })
  if (removed.length > 0) await endAccessBeyondRights(tx, [user.id], { actor, now })
  if (Object.keys({ ...changes, ...personal }).length > 0)
    await record(tx, actor, [
      { ...userEntry('update', user, changes, personal), details: { provider: user.provider } },
    ])
}
