import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { deleteConditions, insertConditions } from '../../policy/conditions/write-conditions.ts'
import { followSuccessors } from '../../policy/rules/begin-rules.ts'
import { isRunning } from '../../policy/rules/rule-states.ts'
import { deactivateRules, insertRules, updateRules } from '../../policy/rules/write-rules.ts'
import { draftRule, hasEnded } from './draft-rule.ts'
import type { FileRuleset } from './policy-file.ts'
import { PolicyFileError, type FileFault } from './policy-file-error.ts'
import type { References } from './references.ts'
import { addRuleChanges, noRuleChanges, type RuleChanges } from './rule-changes.ts'
import { selectKeyedRules } from './stored-rules.ts'

export type ImportedRules = {
  created: number
  changed: number
  replaced: number
  /** Rules of the file whose `expires_at` has passed: left as they are. */
  ended: number
  /** Keys of rules in the file's rulesets that the file does not name: left as they are. */
  leftAlone: string[]
}

type Work = {
  now: Date
  actor: AuditActor
  references: References
  /** The ruleset of each one in the file, by uuid. */
  rulesetIds: readonly string[]
}

/** Makes, changes and replaces the rules of a file. Throws {@link PolicyFileError}. */
export async function importRules(
  tx: Transaction,
  rulesets: readonly FileRuleset[],
  work: Work,
): Promise<ImportedRules> {
  const stored = await selectKeyedRules(tx, work.rulesetIds)
  const unnamed = new Map(stored.map((rule) => [`${rule.rulesetId} ${rule.key}`, rule]))
  const changes = noRuleChanges()
  const faults: FileFault[] = []
  let ended = 0
  for (const [index, ruleset] of rulesets.entries()) {
    const rulesetId = work.rulesetIds[index] ?? ''
    faults.push(...repeatedKeys(ruleset, `rulesets[${index}]`))
    for (const [position, rule] of ruleset.rules.entries()) {
      const path = `rulesets[${index}].rules[${position}]`
      const drafting = draftRule(rule, { ...work, path, resourceType: ruleset.resource.type })
      const found = unnamed.get(`${rulesetId} ${rule.key}`)
      unnamed.delete(`${rulesetId} ${rule.key}`)
      if (!('draft' in drafting)) faults.push(...drafting.faults)
      else if (hasEnded(rule, work.now)) ended += 1
      else faults.push(...addRuleChanges(changes, { path, rulesetId }, drafting.draft, found))
    }
  }
  if (faults.length > 0) throw new PolicyFileError(faults)
  await write(tx, work, changes)
  return {
    created: changes.created.length - changes.replaced.length,
    changed: new Set([...changes.changed.map(({ id }) => id), ...rulesWithOtherConditions(changes)])
      .size,
    replaced: changes.replaced.length,
    ended,
    leftAlone: [...unnamed.values()].map(({ key }) => key).sort(),
  }
}

function repeatedKeys({ rules }: FileRuleset, path: string): FileFault[] {
  const first = new Map<string, number>()
  return rules.flatMap(({ key }, index) => {
    const before = first.get(key)
    first.set(key, before ?? index)
    if (before === undefined) return []
    return [
      {
        path: `${path}.rules[${index}].key`,
        message: `${key} is the key of rules[${before}] already`,
      },
    ]
  })
}

/** An old rule gives up its key before the one that takes its place gets it. */
async function write(tx: Transaction, { actor, now }: Work, changes: RuleChanges): Promise<void> {
  await deactivateRules(tx, actor, changes.replaced)
  await deleteConditions(tx, actor, changes.conditionsRemoved)
  await insertConditions(tx, actor, changes.conditionsAdded)
  await countConditions(tx, rulesWithOtherConditions(changes))
  await updateRules(tx, actor, changes.changed)
  const ids = await insertRules(tx, actor, changes.created)
  const successions = changes.created.flatMap(({ replaces, values }, index) =>
    replaces === undefined || !isRunning(values.state)
      ? []
      : [{ from: replaces, to: ids[index] ?? '' }],
  )
  await followSuccessors(tx, actor, successions, now)
}

function rulesWithOtherConditions({ conditionsRemoved, conditionsAdded }: RuleChanges): string[] {
  return [...conditionsRemoved, ...conditionsAdded].map(({ ruleId }) => ruleId)
}

/** A rule's version covers its conditions, whatever its description says of them. */
async function countConditions(tx: Transaction, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await sql`update rule set version = version + 1 where id = any (${ruleIds}::uuid[])`.execute(tx)
}
