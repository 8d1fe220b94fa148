import type { AuditActor } from '../src/audit/record.ts'
import type { Database } from '../src/database/database.ts'
import type { TestDatabase } from './harness.ts'

export const testActor: AuditActor = { type: 'system', id: null, via: 'cli', requestId: null }

export type FixturePerson = {
  email: string
  profile: Record<string, unknown>
  baseState?: 'staged' | 'active' | 'suspended' | 'deactivated'
  manager?: string
  parent?: string
}

/** An idp (primary) and a codehost with the groups 12 and 13, whose policy may read the usual keys. */
export async function storeIntegrations(database: Database): Promise<void> {
  await database.transaction(async ({ tx }) => {
    const integrations = await tx
      .insertInto('integration')
      .values([
        {
          vendor: 'idp',
          type: 'okta',
          handle: 'idp',
          name: 'Idp',
          is_primary: true,
          policy_keys: ['userType', 'department', 'level'],
        },
        {
          vendor: 'codehost',
          type: 'gitlab',
          handle: 'codehost',
          name: 'Codehost',
          is_primary: false,
        },
      ])
      .returning(['id', 'handle'])
      .execute()
    const codehost = integrations.find(({ handle }) => handle === 'codehost')
    await tx
      .insertInto('resource')
      .values(
        ['12', '13'].map((vendor_id) => ({
          integration_id: codehost?.id ?? '',
          type: 'codehost_group',
          vendor_id,
          name: `group ${vendor_id}`,
        })),
      )
      .execute()
  })
}

/** Stores people with one identity each in the idp. Managers and parents come before the people who name them. */
export async function storePeople(
  database: Database,
  people: readonly FixturePerson[],
): Promise<void> {
  await database.transaction(async ({ tx }) => {
    const idp = await tx
      .selectFrom('integration')
      .select('id')
      .where('is_primary', '=', true)
      .executeTakeFirstOrThrow()
    const idOf = new Map<string, string>()
    for (const person of people) {
      const { id } = await tx
        .insertInto('directory_user')
        .values({
          email: person.email,
          base_state: person.baseState ?? 'active',
          manager_id: idOf.get(person.manager ?? '') ?? null,
          parent_user_id: idOf.get(person.parent ?? '') ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      idOf.set(person.email, id)
      await tx
        .insertInto('identity')
        .values({
          integration_id: idp.id,
          vendor_id: person.email,
          directory_user_id: id,
          state: 'active',
          vendor_state: 'active',
          linked_by: 'created',
          profile: JSON.stringify(person.profile),
        })
        .execute()
    }
  })
}

/** `<e-mail> <role> <state>` of everyone in the manifest of a resource (by vendor id) or attribute (by name). */
export async function manifestOf(db: TestDatabase, name: string): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
    `select u.email || ' ' || o.handle || ' ' || p.state as line
     from policy_user p
     join ruleset s on s.id = p.ruleset_id
     join rule r on r.id = p.rule_id
     join policy_role o on o.id = r.policy_role_id
     join directory_user u on u.id = p.directory_user_id
     left join resource x on x.id = s.resource_id
     left join attribute a on a.id = s.attribute_id
     where p.deleted_at is null and coalesce(x.vendor_id, a.name) = $1 order by 1`,
    [name],
  )
  return rows.map(({ line }) => line)
}

export async function countAuditRows(db: TestDatabase): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::integer as count from audit_log',
  )
  return row?.count ?? 0
}
