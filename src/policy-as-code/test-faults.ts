import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { foldValue } from '../policy/attributes/fold-value.ts'
import { unknownRole } from './draft-rule.ts'
import { selectRoles } from './load-references.ts'
import { roleKey } from './references.ts'
import type { FolderFault } from './folder-error.ts'
import type { FolderResource } from './folder-file.ts'
import { resourceName } from './render-folder.ts'
import { faultAt, type Place } from './step.ts'

type TestedPlace = Place & {
  named: FolderResource
  role?: string | undefined
  rulesetId: string | undefined
}

/**
 * Faults of a test that are independent of the policy: it names a role or a resource that does not exist, so that
 * `has: false` would always hold.
 */
export async function faultsOfTests(
  { tx: reader, may }: Pick<OperationContext, 'tx' | 'may'>,
  tests: readonly TestedPlace[],
): Promise<(test: TestedPlace) => FolderFault | undefined> {
  const roles = await selectRoles(reader)
  const known = await existing(
    reader,
    tests.map(({ named }) => named),
  )
  // A ruleset that the caller may not see is reported as missing, and so is its resource.
  const seesAll = may('directory.resource.view') && may('policy.rule.view')
  return (test) => {
    const { named, role, rulesetId } = test
    const name = resourceName(named)
    const isSeen = rulesetId !== undefined || seesAll
    if (!isSeen || !known.has(name)) return faultAt(test, `there is no ${name}`, '.resource')
    if (role === undefined || roles.has(roleKey(named.type, role))) return undefined
    return faultAt(test, unknownRole(role, named.type, { roles }), '.role')
  }
}

/** The `resourceName` of existing resources, with or without a ruleset. */
async function existing(
  reader: Reader,
  resources: readonly FolderResource[],
): Promise<ReadonlySet<string>> {
  const asked = resources.map((resource) => ({
    ...resource,
    name: resourceName(resource),
    folded: foldValue(resource.value ?? ''),
  }))
  const { rows } = await sql<{ name: string }>`
    select asked.name from json_to_recordset(${JSON.stringify(asked)}::json) as asked (name text, type text,
      integration text, vendor_id text, handle text, dimension text, folded text)
    where exists (
        select from resource o join integration i on i.id = o.integration_id
        where i.handle = asked.integration and o.type = asked.type
          and case when asked.vendor_id is null then o.handle = asked.handle else o.vendor_id = asked.vendor_id end)
      or exists (
        select from attribute a join dimension d on d.id = a.dimension_id
        where asked.type = 'directory_attribute' and d.handle = asked.dimension
          and a.folded_value = asked.folded)`.execute(reader)
  return new Set(rows.map(({ name }) => name))
}
