import { changeDraft, changePolicy } from '../change-policy.ts'
import { atOnceOrByJob } from '../at-once-or-by-job.ts'
import { workOf, type OperationContext, type OperationKind } from './kind.ts'
import { policyContext } from './policy-context.ts'

/**
 * Runs one operation under the policy lock, shared where it is about a draft only, and manifests follow, all in the caller's
 * transaction. Where the context may take longer and too many stays move, it is undone and left to a job.
 * @returns the uuid of the record that it made or changed. Throws Problems: 404, 403, 422, 412
 */
export async function perform<O extends object>(
  context: OperationContext,
  { op, run, draft }: OperationKind<O>,
  operation: NoInfer<O>,
): Promise<string> {
  return atOnceOrByJob(
    context,
    () => ({ op, ...operation }),
    ({ observe, requireVersion }) => {
      const policy = { ...policyContext(context), observe }
      const work = async (now: Date) => {
        const refs = new Map<string, string>()
        const own = { context, tx: context.tx, now, isPlan: false, refs, requireVersion }
        const done = await run(own, operation)
        return { value: done.record.id, ...workOf([done]) }
      }
      return draft === undefined
        ? changePolicy(policy, work)
        : changeDraft(policy, draft(operation), work)
    },
  )
}
