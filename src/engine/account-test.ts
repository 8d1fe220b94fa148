import { comparedText } from './fold.ts'
import type { IdentityCondition } from './model.ts'
import { compileTest, isNegative } from './operators.ts'
import { readProfile } from './profile-value.ts'

/**
 * What one account contributes to a condition. A person meets the condition if at least one of their accounts that
 * provide values meets it, and none denies it.
 */
export type AccountVerdict = 'meets' | 'denies' | 'neither'

/** Compiles a condition for many accounts. Throws where its value does not fit its operator. */
export function compileAccountTest({
  profileKey,
  operator,
  value,
  orAbsent,
}: IdentityCondition): (profile: Readonly<Record<string, unknown>>) => AccountVerdict {
  const test = compileTest(operator, value, orAbsent)
  const canDeny = isNegative(operator)
  return (profile) => {
    const values = readProfile(profile, profileKey).map(comparedText)
    if (test({ hasIdentity: true, values })) return 'meets'
    return canDeny && values.length > 0 ? 'denies' : 'neither'
  }
}
