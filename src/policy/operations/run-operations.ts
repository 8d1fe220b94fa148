import { Problem, unprocessable, type FieldErrors } from '../../http/problem.ts'
import { changePolicy } from '../change-policy.ts'
import { refuseTooManyDrafts } from '../rules/bounds.ts'
import { workOf, type Done, type OperationContext } from './kind.ts'
import { doOperation, type Operation } from './operation.ts'
import { perform } from './perform.ts'
import { policyContext } from './policy-context.ts'

/** {@link perform} for an operation of any kind. */
export async function runOperation(
  context: OperationContext,
  operation: Operation,
): Promise<string> {
  return perform(context, { op: operation.op, run: doOperation }, operation)
}

/**
 * Runs operations in order, as a plan: the lock is taken once, and manifests are recalculated once, for all that
 * they affect. Later operations name what an earlier one created under a `ref` by `$ref`; an async iterable can
 * look up what the next operation needs after the previous one ran. @returns the uuids of the records, in the order
 * of the operations. Throws Problems: what an operation refuses is 422 under `operations.<index>`, a missing
 * permission stays 403
 */
export async function runOperations(
  context: OperationContext,
  operations: Iterable<Operation> | AsyncIterable<Operation>,
): Promise<string[]> {
  return changePolicy(policyContext(context), async (now) => {
    const refs = new Map<string, string>()
    const work = { context, tx: context.tx, now, isPlan: true, refs, requireVersion: anyVersion }
    const value: string[] = []
    const all: Done[] = []
    const lastDraftIn = new Map<string, number>()
    for await (const operation of operations) {
      const index = value.length
      const done = await doOperation(work, operation).catch((error: unknown) => {
        throw placed(error, index)
      })
      value.push(done.record.id)
      all.push(done)
      if (done.draftedIn !== undefined) lastDraftIn.set(done.draftedIn, index)
      if ('ref' in operation && operation.ref !== undefined) {
        remember(refs, operation.ref, done, index)
      }
    }
    for (const [rulesetId, index] of lastDraftIn)
      await refuseTooManyDrafts(context.tx, { rulesetId, field: `operations.${index}` })
    return { value, ...workOf(all) }
  })
}

/** A plan is not about one record, so If-Match is not checked. */
function anyVersion(): void {}

function remember(refs: Map<string, string>, ref: string, done: Done, index: number): void {
  for (const { kind, id } of [done.record, ...(done.also ?? [])]) {
    if (refs.has(`${kind} ${ref}`)) {
      throw unprocessable({ [`operations.${index}.ref`]: ['is given to another record already'] })
    }
    refs.set(`${kind} ${ref}`, id)
  }
}

/** In a list of operations even what is not there is a fault of the body, at that operation. */
function placed(error: unknown, index: number): unknown {
  if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 422)) return error
  const at = `operations.${index}`
  if (error.errors === undefined) return unprocessable({ [at]: [error.message] })
  const errors: FieldErrors = {}
  for (const [field, messages] of Object.entries(error.errors)) errors[`${at}.${field}`] = messages
  return unprocessable(errors)
}
