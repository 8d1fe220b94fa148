import type { Insertable } from 'kysely'
import { encodeId, type IdKind } from '../src/contract/ids.ts'
import type { Condition, PolicyUser, Rule, Ruleset } from '../src/database/gen/tables.ts'
import type { TestDatabase } from './harness.ts'
import type { Made } from './people.ts'

function made(kind: IdKind, uuid: string): Made {
  return { id: encodeId(kind, uuid), uuid }
}

/** A managed ruleset of a resource created by `makeResource`, unless the values say otherwise. */
export async function makeRuleset(
  on: TestDatabase,
  resource: Made,
  values: Partial<Insertable<Ruleset>> = {},
): Promise<Made> {
  const row: Insertable<Ruleset> = {
    type: 'idp_group',
    resource_id: resource.uuid,
    state: 'managed',
    ...values,
  }
  const { id } = await on.database.transaction(({ tx }) =>
    tx.insertInto('ruleset').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return made('ruleset', id)
}

export type MadeRule = Made & { conditions: Made[] }

/** A rule that gives the role `member`, staged unless the values say otherwise. Manifests are not recalculated. */
export async function makeRule(
  on: TestDatabase,
  ruleset: Made,
  values: Partial<Insertable<Rule>> = {},
  conditions: readonly Omit<Insertable<Condition>, 'rule_id'>[] = [],
): Promise<MadeRule> {
  return on.database.transaction(async ({ tx, now }) => {
    const row = {
      ruleset_id: ruleset.uuid,
      activated_at: values.state === undefined || values.state === 'staged' ? null : now,
      ...values,
    }
    const { id } = await tx
      .insertInto('rule')
      .values((builder) => ({
        ...row,
        policy_role_id: builder
          .selectFrom('policy_role')
          .select('id')
          .where('handle', '=', 'member')
          .where(
            'resource_type',
            '=',
            builder.selectFrom('ruleset').select('type').where('id', '=', ruleset.uuid),
          ),
      }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids: Made[] = []
    for (const condition of conditions) {
      const inserted = await tx
        .insertInto('condition')
        .values({ ...condition, rule_id: id })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(made('condition', inserted.id))
    }
    return { ...made('rule', id), conditions: ids }
  })
}

/** A stay without a cause: active, unless the values say otherwise. */
export async function makeStay(
  on: TestDatabase,
  { ruleset, rule, person }: { ruleset: Made; rule: Made; person: Made },
  values: Partial<Insertable<PolicyUser>> = {},
): Promise<Made> {
  const row: Insertable<PolicyUser> = {
    ruleset_id: ruleset.uuid,
    rule_id: rule.uuid,
    directory_user_id: person.uuid,
    state: 'active',
    ...values,
  }
  const { id } = await on.database.transaction(({ tx }) =>
    tx.insertInto('policy_user').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return made('policyUser', id)
}

/** An open incident of a source, which holds no person yet. */
export async function makeIncident(on: TestDatabase, integration: Made): Promise<Made> {
  const [row] = await on.query<{ id: string }>(
    'insert into incident (integration_id, opened_by_run) values ($1, new_id()) returning id',
    [integration.uuid],
  )
  return made('incident', row?.id ?? '')
}
