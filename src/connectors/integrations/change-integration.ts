import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { profileValuePermission } from '../../contract/permissions.ts'
import type { Transaction } from '../../database/database.ts'
import { auditIdentities, auditPeople } from '../../directory/identities/account-audit.ts'
import { resolveHierarchy } from '../../directory/identities/hierarchy.ts'
import { retryOrphans } from '../../directory/identities/link-accounts.ts'
import { endNamedManagers } from '../../directory/identities/end-named-managers.ts'
import { endUnnamedParents } from '../../directory/identities/resolve-parents.ts'
import { prepareAccountMerge, writeAside } from '../../directory/identities/stage-accounts.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { attributeDimensions, makeAttributes } from '../../policy/attributes/make-attributes.ts'
import { beginPolicyChange } from '../../policy/changes/begin-change.ts'
import { followPolicyChange } from '../../policy/changes/follow-change.ts'
import { changeContextOf, type OperationContext } from '../../policy/changes/operation-kind.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import { askToRaise } from '../../policy/limits/stored-settings.ts'
import type { Performed } from '../../policy/operations/run-operations.ts'
import { changeIntegration, limitsOf } from '../../workspace/integrations/create-integration.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { faultIn } from '../file/check-mapping.ts'
import { knownFactsOf } from '../import/merge-accounts.ts'
import { findChangedNumbers } from './changed-numbers.ts'
import { askToTrust, givenKeys, type IntegrationChange } from './integration-input.ts'

/**
 * Changes the settings and limits of an integration (a uuid), and everything follows at once from what its accounts are
 * known by: managers, parents, links by address, attributes, manifests. `read` reads what is asked for, once the integration
 * is found (404) and the caller may change it (403).
 */
export async function changeSource(
  context: OperationContext,
  id: string,
  read: () => Static<typeof IntegrationChange>,
): Promise<Performed | Stopped> {
  const { tx, actor, isDryRun = false } = context
  const begun = await beginPolicyChange(changeContextOf(context))
  const before = await lockIntegration(context, id)
  if (before === undefined) throw noSuch('integration', id)
  await context.ask('workspace.integration.manage')
  const wanted = read()
  context.requireVersion?.(before.version)
  await askForValues(context, before, wanted)
  const { caller } = context
  if (caller !== undefined) askToTrust(caller, wanted, before)
  const exceeded = await askToRaise(context, limitsOf(before), wanted)
  if (wanted.mapping !== undefined) refuseBadMapping(wanted.mapping)
  if (wanted.policy_keys !== undefined) await refuseKeysInUse(tx, before, wanted.policy_keys)
  const { name, trusts_email: trustsEmail, scim_profile: scimProfile, mapping } = wanted
  const after = await changeIntegration(tx, actor, before, {
    name,
    trustsEmail,
    trustsEmployeeId: wanted.trusts_employee_id,
    scimProfile,
    runRetentionDays: wanted.run_retention_days,
    mapping,
    limits: wanted,
    ...givenKeys(wanted),
  })
  const moves = await followSettings(context, { before, after, now: begun.now })
  const changed = { reach: moves ? ('all' as const) : ('nothing' as const), exceeded }
  const followed = await followPolicyChange(changeContextOf(context), begun, changed)
  if (followed instanceof Stopped) return followed.at(before.version)
  const findings = isDryRun ? await findChangedNumbers(tx, before, after) : []
  return { records: [id], findings, ...followed }
}

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

function refuseBadMapping(mapping: unknown): void {
  const fault = faultIn(mapping)
  if (fault !== null) throw unprocessable({ mapping: [`can't be used: ${fault}`] })
}

/** A key that a rule or a dimension reads stays: what follows from it would end unseen. */
async function refuseKeysInUse(
  tx: Transaction,
  { id, is_primary: isPrimary, policy_keys: known }: Integration,
  wanted: readonly string[],
): Promise<void> {
  const gone = known.filter((key) => !wanted.includes(key))
  const { rows } = await sql<{ key: string }>`
    select distinct k.key from unnest(${gone}::text[]) as k (key)
    where exists (
      select from condition c join rule r on r.id = c.rule_id
      where c.profile_key = k.key and r.state in ('staged', 'active', 'expiring')
        and (c.integration_id = ${id} or c.integration_id is null and ${isPrimary}::boolean)
    ) or exists (
      select from dimension d where d.integration_id = ${id} and d.profile_key = k.key and d.state = 'active')
    order by 1`.execute(tx)
  if (rows.length === 0) return
  const keys = rows.map(({ key }) => JSON.stringify(key)).join(', ')
  throw unprocessable({
    policy_keys: [
      `must keep ${keys}: rules or dimensions read them. End those rules and deactivate those dimensions first`,
    ],
  })
}

/** What is read into fields that callers without the right to see profiles are shown. */
const shownKeys = [
  'badge_id_profile_key',
  'employee_id_profile_key',
  'employee_alt_id_profile_key',
  'manager_profile_key',
] as const

/** A number shows what its key holds, of everybody, and a mapping moves any value into a name. */
async function askForValues(
  { ask }: OperationContext,
  before: Integration,
  wanted: Static<typeof IntegrationChange>,
): Promise<void> {
  const isShown = shownKeys.some((key) => (wanted[key] ?? before[key]) !== before[key])
  const isRead = wanted.mapping !== undefined && !isDeepStrictEqual(wanted.mapping, before.mapping)
  if (isShown || isRead) await ask(profileValuePermission)
}

type Changed = { before: Integration; after: Integration; now: Date }

/**
 * What follows from the keys, besides manifests. A dry run writes accounts and people aside, so that nothing waits for it.
 * @returns whether manifests can follow too
 */
async function followSettings(
  { tx, actor, isDryRun = false }: OperationContext,
  { before, after, now }: Changed,
): Promise<boolean> {
  const differs = (...keys: (keyof Integration)[]) =>
    keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const run = { tx, actor, integration: knownFactsOf(after) }
  const movesHierarchy =
    after.is_primary &&
    differs(
      'manager_profile_key',
      'manager_profile_holds',
      'manager_name_profile_key',
      'employee_id_profile_key',
      'parent_profile_key',
    )
  const linksMore =
    !after.is_primary && after.trusts_email && differs('trusts_email', 'trusts_employee_id')
  const readsMore = differs('policy_keys')
  const endsManagers = before.manager_profile_key !== null && after.manager_profile_key === null
  if (movesHierarchy || linksMore || endsManagers) {
    await prepareAccountMerge(tx)
    if (isDryRun) await writeAside(tx)
    if (endsManagers) await endNamedManagers(run)
    // Without a key, the parents that it gave stay.
    if (movesHierarchy && after.parent_profile_key !== null && differs('parent_profile_key'))
      await endUnnamedParents(run)
    if (movesHierarchy) await resolveHierarchy(run, false)
    if (linksMore) await retryOrphans(run)
    if (!isDryRun) {
      await auditIdentities(run)
      await auditPeople(run)
    }
  }
  if (linksMore || readsMore)
    await makeAttributes(tx, { now, actor, dimensionIds: await attributeDimensions(tx, after.id) })
  return movesHierarchy || linksMore || endsManagers || readsMore
}
