import { validateActivation } from '../../engine/validate-rule.ts'
import { unprocessable } from '../../http/problem.ts'
import { goneReferents, loadReferents } from '../conditions/referents.ts'
import type { Work } from '../operations/kind.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { readStored } from './read-stored.ts'
import type { StoredRule } from './stored-rule.ts'

/** 422 for a rule that can't be put in force at that instant: `errors.conditions`, `errors.expires_at`. */
export async function requireActivatable(
  { tx, context }: Pick<Work, 'tx' | 'context'>,
  rule: StoredRule,
  at: Date,
): Promise<void> {
  const { expiresAt, everyoneElse } = rule.values
  if (expiresAt !== null && Date.parse(expiresAt) <= at.getTime())
    throw unprocessable({
      expires_at: [`is ${expiresAt}: the rule would be over before it begins`],
    })
  const conditions = readStored(rule.conditions)
  const faults = validateActivation({ conditions, everyoneElse }).map(({ message }) => message)
  const referents = await loadReferents(tx, rule.conditions)
  const gone = goneReferents(rule.conditions, referents, policyViewer(context.may))
  const all = [...faults, ...gone]
  if (all.length > 0) throw unprocessable({ conditions: all })
}
