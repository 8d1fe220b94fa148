import type { IdKind } from '../../contract/ids.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext, Viewer } from '../../http/route/route.ts'
import { askOnRuleset, mayOnRuleset } from './ruleset-rights.ts'

/** Whether the caller may see a ruleset, its rules and who is in it: everywhere, or by a role on that one. */
export function mayViewRuleset(context: Pick<Viewer, 'may'>, rulesetId: string): boolean {
  return mayOnRuleset(context, rulesetId, 'view')
}

/** The rulesets (uuids) that the caller may see by a role there, as far as the scopes of the token allow it. */
export function viewableRulesets({ caller, may }: Pick<Viewer, 'caller' | 'may'>): string[] {
  return [...caller.rulesetRoles.keys()].filter((id) => mayViewRuleset({ may }, id))
}

/** Whether the caller may see rulesets: all of them, or one at least by a role there. */
export function maySeeSomeRuleset({ caller, may }: Pick<Viewer, 'caller' | 'may'>): boolean {
  const [rulesetId] = caller.rulesetRoles.keys()
  return may('policy.rule.view', rulesetId === undefined ? {} : { rulesetId })
}

/** 403 unless the caller may see rulesets: all of them, or one at least by a role there. */
export async function askForSomeRuleset({ caller, ask }: Pick<ReadContext, 'caller' | 'ask'>) {
  const [rulesetId] = caller.rulesetRoles.keys()
  await ask('policy.rule.view', rulesetId === undefined ? {} : { rulesetId })
}

/**
 * Returns a record if the caller may see its ruleset. 404 for one that does not exist (undefined) or is in a
 * ruleset that the caller may not see; 403 for any id where the caller could see no ruleset at all.
 */
export async function requireViewable<T extends { ruleset_id: string }>(
  context: Pick<ReadContext, 'ask' | 'may' | 'caller'>,
  named: { kind: IdKind; id: string },
  found: T | undefined,
): Promise<T> {
  if (found !== undefined && mayViewRuleset(context, found.ruleset_id)) {
    await askOnRuleset(context, found.ruleset_id, 'view')
    return found
  }
  const { rulesetRoles, scoped } = context.caller
  if (rulesetRoles.size === 0 || !scoped.has('policy.rule.view'))
    await context.ask('policy.rule.view')
  throw noSuch(named.kind, named.id)
}

/** {@link requireViewable} for the ruleset of the path. */
export async function requireVisibleRuleset(context: ReadContext, id: string): Promise<void> {
  const found = await context.db
    .selectFrom('ruleset')
    .select('id as ruleset_id')
    .where('id', '=', id)
    .executeTakeFirst()
  await requireViewable(context, { kind: 'ruleset', id }, found)
}
