import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord } from './find-record.ts'
import { ruleset, user } from './nouns.ts'
import { applyOperation } from './run-rule.ts'

export type ExceptionOptions = ApiOptions & {
  until: string
  reason: string
  role?: string
  type?: string
  full?: boolean
  yes?: boolean
}

/** Plans an exception, shows the plan, asks, and applies it. */
export async function runExceptionCreate(
  named: { person: string; resource: string },
  options: ExceptionOptions,
): Promise<void> {
  const { muster } = await connect(options)
  // Without --yes the person sees who is meant.
  const isWhole = options.yes === true
  const query: Record<string, string> =
    options.type === undefined ? {} : { 'filter[type]': options.type }
  const { id: userId } = await findRecord(user, muster, named.person, { isWhole })
  const of = await findRecord(ruleset, muster, named.resource, { isWhole, query })
  const { until, reason, role } = options
  await applyOperation(
    muster,
    {
      op: 'create_exception',
      ruleset_id: of.id,
      user_id: userId,
      expires_at: until,
      reason,
      ...(role === undefined ? {} : { role }),
    },
    options,
  )
}
