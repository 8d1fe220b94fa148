import type { AuditActor } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { makeAttributes } from '../../policy/attributes/make-attributes.ts'
import { nameAttributeCycle } from '../../policy/attribute-cycle.ts'
import { recalculate, type Recalculation } from '../../policy/manifests/recalculate.ts'
import { settle } from '../../policy/manifests/settle.ts'
import { importDimensions } from './import-dimensions.ts'
import { importRules, type ImportedRules } from './import-rules.ts'
import { importRulesets } from './import-rulesets.ts'
import { loadReferences } from './load-references.ts'
import type { PolicyFile } from './policy-file.ts'
import { PolicyFileError } from './policy-file-error.ts'
import { readPolicyFile } from './read-policy-file.ts'

type Count = { created: number; changed: number }

/** What applying a file did; `manifests` is null where nothing had changed. */
export type PolicyImport = {
  dimensions: Count
  attributes: { created: number }
  rulesets: Count
  rules: ImportedRules
  manifests: Recalculation | null
}

export type ImportPolicyOptions = {
  actor: AuditActor
}

/**
 * Makes dimensions, rulesets and rules say what a policy file says, in one transaction, and manifests follow.
 * Applying the same text again changes nothing. Throws PolicyFileError and TooManyAttributesError.
 */
export async function importPolicy(
  database: Database,
  yamlText: string,
  options: ImportPolicyOptions,
): Promise<PolicyImport> {
  const file = readPolicyFile(yamlText)
  return database.transaction(async ({ tx }) => {
    const { now } = await settle(tx)
    const applied = await applyFile(tx, file, now, options.actor)
    if (!hasChanged(applied)) return { ...applied, manifests: null }
    await refuseCycles(tx)
    // Whoever may reach the database itself applies the file as they would a plan, and no limit holds that.
    const manifests = await recalculate(tx, {
      actor: options.actor,
      now,
      people: 'all',
      exempt: 'all',
    })
    return { ...applied, manifests }
  })
}

async function applyFile(
  tx: Transaction,
  file: PolicyFile,
  now: Date,
  actor: AuditActor,
): Promise<Omit<PolicyImport, 'manifests'>> {
  const { fresh, ...dimensions } = await importDimensions(tx, actor, file.dimensions ?? [])
  const made = await makeAttributes(tx, { now, actor, dimensionIds: fresh })
  const references = await loadReferences(tx, file)
  const fileRulesets = file.rulesets ?? []
  const { ids, attributesCreated, ...rulesets } = await importRulesets(
    tx,
    actor,
    fileRulesets,
    references,
  )
  const rules = await importRules(tx, fileRulesets, { now, actor, references, rulesetIds: ids })
  return { dimensions, attributes: { created: made.created + attributesCreated }, rulesets, rules }
}

function hasChanged({
  dimensions,
  attributes,
  rulesets,
  rules,
}: Omit<PolicyImport, 'manifests'>): boolean {
  const counts = [
    dimensions.created,
    dimensions.changed,
    attributes.created,
    rulesets.created,
    rulesets.changed,
    rules.created,
    rules.changed,
    rules.replaced,
  ]
  return counts.some((count) => count > 0)
}

async function refuseCycles(tx: Transaction): Promise<void> {
  const cycle = await nameAttributeCycle(tx)
  if (cycle === null) return
  throw new PolicyFileError([
    { path: 'rulesets', message: `these attributes depend on one another: ${cycle.join(' → ')}` },
  ])
}
