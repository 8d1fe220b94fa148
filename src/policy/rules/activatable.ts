import { validateActivation } from '../../engine/validate-rule.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { sayGone, selectGoneReferents, type GoneReferent } from '../conditions/gone-referents.ts'
import type { OperationCall } from '../changes/operation-kind.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { referentOf } from '../stored-rules/resource-id.ts'
import type { StoredRule } from '../stored-rules/stored-rule.ts'

/**
 * 422 for a rule that can't be activated at that instant: `errors.conditions`, `errors.expires_at`. It must not
 * name a deleted person or an attribute that no person can have, unless the rule that it replaces names it too. Other
 * missing referents are findings.
 */
export async function requireActivatable(
  { tx, context }: Pick<OperationCall, 'tx' | 'context'>,
  rule: StoredRule,
  { at, replaced }: { at: Date; replaced: StoredRule | null },
): Promise<void> {
  const kept = new Set(replaced?.conditions.flatMap(referentOf))
  const gone = (await selectGoneReferents(tx, [rule.id])).filter(({ id }) => !kept.has(id))
  refuseFaults(context, rule, { at, gone })
}

type ActivatableRule = {
  values: Pick<StoredRule['values'], 'expiresAt' | 'everyoneElse'>
  conditions: readonly Pick<StoredRule['conditions'][number], 'profileOperator'>[]
}

/** {@link requireActivatable}, with what the rule names and is gone. */
export function refuseFaults(
  { may }: Pick<OperationCall['context'], 'may'>,
  rule: ActivatableRule,
  { at, gone: referents }: { at: Date; gone: readonly GoneReferent[] },
): void {
  const { expiresAt, everyoneElse } = rule.values
  if (expiresAt !== null && Date.parse(expiresAt) <= at.getTime())
    throw unprocessable({
      expires_at: [`is ${expiresAt}: the rule would be over before it begins`],
    })
  const conditions = rule.conditions.map(({ profileOperator: operator }) => ({ operator }))
  const faults = validateActivation({ conditions, everyoneElse }).map(({ message }) => message)
  const viewer = policyViewer(may)
  const gone = referents
    .filter(
      ({ kind, state }) => kind === 'attribute' || kind === 'dimension' || state === 'deleted',
    )
    .map((referent) => sayGone(referent, viewer))
  const all = [...faults, ...gone]
  if (all.length > 0) throw unprocessable({ conditions: all })
}
