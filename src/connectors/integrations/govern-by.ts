import { sql } from 'kysely'
import type { FindingKind } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { auditIdentities, auditPeople } from '../../directory/identities/account-audit.ts'
import { followNewPrimary } from '../../directory/identities/change-primary.ts'
import type { SourceRun } from '../../directory/identities/integration-facts.ts'
import { prepareAccountMerge, writeAside } from '../../directory/identities/stage-accounts.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { attributeDimensions, makeAttributes } from '../../policy/attributes/make-attributes.ts'
import { beginPolicyChange } from '../../policy/changes/begin-change.ts'
import { followPolicyChange } from '../../policy/changes/follow-change.ts'
import { changeContextOf, type OperationContext } from '../../policy/changes/operation-kind.ts'
import { endRulesOfReturned } from '../../policy/manifests/end-rules.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import type { Performed } from '../../policy/operations/run-operations.ts'
import { replacePrimary } from '../../workspace/integrations/replace-primary.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { knownFactsOf } from '../import/merge-accounts.ts'

/**
 * Makes an integration (a uuid) the primary, and people follow their accounts there: names, addresses, states, numbers, managers,
 * attributes and manifests. `read` reads the body, once the integration is found (404) and the caller may change it (403).
 */
export async function governBy(
  context: OperationContext,
  id: string,
  read: () => void,
): Promise<Performed | Stopped> {
  const { tx, actor, isDryRun = false } = context
  const begun = await beginPolicyChange(changeContextOf(context))
  const before = await lockIntegration(context, id)
  if (before === undefined) throw noSuch('integration', id)
  await context.ask('workspace.integration.manage')
  read()
  await refuseUnfit(tx, before)
  context.requireVersion?.(before.version)
  const run = { tx, actor, integration: knownFactsOf(await replacePrimary(tx, actor, before)) }
  await prepareAccountMerge(tx)
  if (isDryRun) await writeAside(tx)
  await followNewPrimary(run)
  const findings = isDryRun ? await findPeople(run) : []
  if (!isDryRun) {
    await auditIdentities(run)
    await auditPeople(run)
  }
  const dimensionIds = await attributeDimensions(tx, id)
  await endRulesOfReturned(tx, actor, begun.now)
  await makeAttributes(tx, { now: begun.now, actor, dimensionIds })
  const followed = await followPolicyChange(changeContextOf(context), begun, { reach: 'all' })
  if (followed instanceof Stopped) return followed.at(before.version)
  return { records: [id], findings, ...followed }
}

/**
 * How many people are new, how many of them have the name or a number of someone who is there, and how many the new primary does
 * not govern: manifests do not show it.
 */
async function findPeople({ tx, integration: { id, employeeIdProfileKey: key } }: SourceRun) {
  const { rows } = await sql<Record<'created' | 'twins' | 'ungoverned' | 'unmatched', number>>`
    with created as materialized (
      select u.id, search_key(i.full_name) collate "C" as name, btrim(profile_text(i.profile, ${key})) as number
      from user_change c join directory_user u on u.id = c.directory_user_id join identity i on i.id = u.primary_identity_id
      where c.is_new
    ),
    namesake as (
      select c.id from created c join directory_user o on search_key(o.full_name) collate "C" = c.name
      where c.name <> '' and o.deleted_at is null and o.id not in (select id from created)
    ),
    numbered as (
      select c.id from created c join account_number n on n.value = c.number join identity a on a.id = n.identity_id
      where a.directory_user_id not in (select id from created)
    )
    select
      (select count(*) from created) as created,
      (select count(*) from (select id from namesake union select id from numbered) t) as twins,
      (select count(*) from user_change c join directory_user u on u.id = c.directory_user_id
        where c.before ->> 'primary_identity_id' is not null and u.primary_identity_id is null
          and u.deleted_at is null) as ungoverned,
      (select count(*) from identity where integration_id = ${id} and state = 'orphan') as unmatched`.execute(
    tx,
  )
  const [{ created, twins, ungoverned, unmatched } = nobody] = rows
  const perhaps = twins === 0 ? '' : ` (${twins} may be there already: link their accounts first)`
  return [
    ...found('people_created', created, 'People who would be created', perhaps),
    ...found('people_ungoverned', ungoverned, 'People who would have no governing account'),
    ...found('accounts_unmatched', unmatched, 'Accounts that would belong to no one'),
  ]
}

const nobody = { created: 0, twins: 0, ungoverned: 0, unmatched: 0 }

function found(kind: FindingKind, count: number, what: string, more = '') {
  return count === 0 ? [] : [{ kind, message: `${what}: ${count}${more}.` }]
}

/** The policy lock, which the caller holds exclusive, keeps others from making another integration the primary. */
function lockIntegration(
  { tx, isDryRun = false }: OperationContext,
  id: string,
): Promise<Integration | undefined> {
  const found = tx
    .selectFrom('integration')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (isDryRun ? found : found.forUpdate()).executeTakeFirst()
}

async function refuseUnfit(tx: Transaction, integration: Integration): Promise<void> {
  if (integration.is_primary) throw unprocessable({ state: ['is primary already'] })
  if (integration.state !== 'active')
    throw unprocessable({ state: ['is deactivated: the integration can govern no one'] })
  await refuseHeld(tx, integration.id)
  await refuseUnreadKeys(tx, integration)
}

/** What is held would be read as facts of another kind of source. */
async function refuseHeld(tx: Transaction, id: string): Promise<void> {
  const { rows } = await sql<{ handle: string }>`
    select g.handle from incident n join integration g on g.id = n.integration_id
    where n.state = 'open' and (g.is_primary or g.id = ${id}) order by g.handle`.execute(tx)
  if (rows.length === 0) return
  const handles = rows.map(({ handle }) => handle).join(' and ')
  throw unprocessable({
    incident_id: [`an incident of ${handles} is open: approve or reject it first`],
  })
}

/** Conditions that name no integration read the primary. */
async function refuseUnreadKeys(tx: Transaction, { policy_keys: known }: Integration) {
  const { rows } = await sql<{ key: string }>`
    select distinct c.profile_key as key from condition c join rule r on r.id = c.rule_id
    where c.type = 'identity' and c.integration_id is null and r.state in ('staged', 'active', 'expiring')
      and c.profile_key <> all (${known}::text[])
    order by 1 limit 20`.execute(tx)
  if (rows.length === 0) return
  const keys = rows.map(({ key }) => JSON.stringify(key)).join(', ')
  throw unprocessable({
    policy_keys: [
      `must have ${keys}: rules read them of the primary. Add them, or end those rules first`,
    ],
  })
}
