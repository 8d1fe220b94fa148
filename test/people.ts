import type { Insertable } from 'kysely'
import { encodeId } from '../src/contract/ids.ts'
import type {
  Attribute,
  Dimension,
  DirectoryUser,
  Identity,
  Integration,
  Resource,
} from '../src/database/gen/tables.ts'
import type { TestDatabase } from './harness.ts'

/** The record that a factory created: its id in the API, and in the database. */
export type Made = { id: string; uuid: string }

let made = 0

function nextLabel(): string {
  made += 1
  return String(made).padStart(5, '0')
}

/** An active person, unless the values say otherwise. Columns as in the table. */
export async function makeDirectoryUser(
  on: TestDatabase,
  values: Insertable<DirectoryUser> = {},
): Promise<Made> {
  const label = nextLabel()
  const row: Insertable<DirectoryUser> = {
    base_state: 'active',
    first_name: 'Person',
    last_name: label,
    email: `person${label}@acme.example`,
    username_is_override: values.username !== undefined,
    ...values,
  }
  const { id } = await on.database.transaction(({ tx }) =>
    tx.insertInto('directory_user').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return { id: encodeId('directoryUser', id), uuid: id }
}

/** Soft-deletes a person, as DELETE does. */
export async function deleteDirectoryUser(on: TestDatabase, person: Made): Promise<void> {
  await on.database.transaction(({ tx, now }) =>
    tx
      .updateTable('directory_user')
      .set({ deleted_at: now, base_state: 'deactivated' })
      .where('id', '=', person.uuid)
      .execute(),
  )
}

/** A scim idp that is not primary, unless the values say otherwise. */
export async function makeIntegration(
  on: TestDatabase,
  values: Partial<Insertable<Integration>> = {},
): Promise<Made> {
  const label = nextLabel()
  const row: Insertable<Integration> = {
    vendor: 'idp',
    type: 'scim',
    handle: `idp-${label}`,
    name: `Identity provider ${label}`,
    ...values,
  }
  const { id } = await on.database.transaction(({ tx }) =>
    tx.insertInto('integration').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return { id: encodeId('integration', id), uuid: id }
}

/** An active account of a person; an orphan without one. `primary` makes it the person's primary identity. */
export async function makeIdentity(
  on: TestDatabase,
  integration: Made,
  person: Made | null,
  values: Partial<Insertable<Identity>> & { primary?: boolean } = {},
): Promise<Made> {
  const label = nextLabel()
  const { primary = false, ...columns } = values
  const row: Insertable<Identity> = {
    integration_id: integration.uuid,
    vendor_id: `account-${label}`,
    directory_user_id: person?.uuid ?? null,
    state: person === null ? 'orphan' : 'active',
    vendor_state: 'active',
    full_name: `Account ${label}`,
    linked_by: person === null ? null : 'administrator',
    ...columns,
  }
  return on.database.transaction(async ({ tx }) => {
    const { id } = await tx
      .insertInto('identity')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    if (primary && person !== null) {
      await tx
        .updateTable('directory_user')
        .set({ primary_identity_id: id })
        .where('id', '=', person.uuid)
        .execute()
    }
    return { id: encodeId('identity', id), uuid: id }
  })
}

/** An idp group, unless the values say otherwise. */
export async function makeResource(
  on: TestDatabase,
  integration: Made,
  values: Partial<Insertable<Resource>> = {},
): Promise<Made> {
  const label = nextLabel()
  const row: Insertable<Resource> = {
    integration_id: integration.uuid,
    type: 'idp_group',
    vendor_id: `group-${label}`,
    name: `Group ${label}`,
    ...values,
  }
  const { id } = await on.database.transaction(({ tx }) =>
    tx.insertInto('resource').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return { id: encodeId('resource', id), uuid: id }
}

/** A dimension of that integration without attributes, unless the values say otherwise. */
export async function makeDimension(
  on: TestDatabase,
  integration: Made,
  values: Partial<Insertable<Dimension>> = {},
): Promise<Made> {
  const label = nextLabel()
  const row = {
    integration_id: integration.uuid,
    handle: `dimension_${label}`,
    name: `Dimension ${label}`,
    profile_key: 'department',
    ...values,
  }
  const { id } = await on.database.transaction(({ tx }) =>
    tx.insertInto('dimension').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return { id: encodeId('dimension', id), uuid: id }
}

/** An attribute with a managed ruleset without rules. */
export async function makeAttribute(
  on: TestDatabase,
  dimension: Made,
  name: string,
  values: Partial<Insertable<Attribute>> = {},
): Promise<Made> {
  const row = {
    dimension_id: dimension.uuid,
    name,
    handle: name.toLowerCase(),
    profile_value: name,
    folded_value: name.toLowerCase(),
    ...values,
  }
  return on.database.transaction(async ({ tx }) => {
    const { id } = await tx
      .insertInto('attribute')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('ruleset')
      .values({ type: 'directory_attribute', attribute_id: id, state: 'managed' })
      .execute()
    return { id: encodeId('attribute', id), uuid: id }
  })
}

export async function makeMember(
  on: TestDatabase,
  resource: Made,
  identity: Made,
  role = 'member',
): Promise<void> {
  await on.database.transaction(({ tx }) =>
    tx
      .insertInto('resource_member')
      .values({ resource_id: resource.uuid, identity_id: identity.uuid, role_handle: role })
      .execute(),
  )
}

/** The workspace account of a directory user. */
export async function makeWorkspaceUserOf(on: TestDatabase, person: Made): Promise<Made> {
  const row = {
    provider: 'https://idp.acme.example',
    provider_id: nextLabel(),
    name: 'Workspace person',
    directory_user_id: person.uuid,
  }
  const { id } = await on.database.transaction(({ tx }) =>
    tx.insertInto('workspace_user').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return { id: encodeId('workspaceUser', id), uuid: id }
}
