import { isPermission, type Permission } from '../../contract/permissions.ts'
import { lacking } from '../../http/callers/authorise.ts'
import { Problem } from '../../http/refusals/problem.ts'
import type { OperationContext } from '../changes/operation-kind.ts'

/** What it takes to see what a change would do, by the permission to make it; null for nothing more. */
const toSee: Partial<Record<Permission, Permission | null>> = {
  'policy.rule.manage': 'policy.rule.view',
  'policy.ruleset.manage': 'policy.rule.view',
  'policy.change.approve': null,
  'directory.dimension.manage': 'directory.dimension.view',
  'directory.attribute.manage': 'directory.attribute.view',
}

/**
 * The context of operations that are only shown, where it is a dry run, or else made: `ask` notes a missing permission and goes
 * on, and `refuseMissing` throws one 403 that names all of them. Only to show them, `ask` asks for what it takes to see them.
 */
export function collectMissing(
  context: OperationContext,
): OperationContext & Required<Pick<OperationContext, 'refuseMissing'>> {
  const missing = new Set<Permission>()
  const { caller } = context
  const ask: OperationContext['ask'] = async (permission, on) => {
    const isMade = context.isDryRun !== true || context.may(permission, on)
    const seen = isMade ? undefined : toSee[permission]
    if (seen === null) return
    const { rulesetId } = on ?? {}
    const asked =
      seen === undefined ? context.ask(permission, on) : context.ask(seen, { rulesetId })
    await asked.catch((error: unknown) => {
      const names = error instanceof Problem ? error.missing.filter(isPermission) : []
      if (names.length === 0) throw error
      for (const name of names) missing.add(name)
    })
  }
  const refuseMissing = () => {
    if (missing.size > 0 && caller !== undefined) throw lacking(caller, [...missing])
  }
  return { ...context, ask, refuseMissing }
}
