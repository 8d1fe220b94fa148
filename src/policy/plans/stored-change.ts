import type { Static, TObject } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Permission } from '../../contract/permissions.ts'
import { bodyValidator } from '../../http/validate.ts'
import type { Stopped } from '../limits/stopped.ts'
import type { OperationContext } from '../changes/operation-kind.ts'
import type { Performed } from '../operations/run-operations.ts'

/** An operation's context with a known caller. */
export type CallersContext = OperationContext & { readonly caller: Caller }

type Run<Stored> = (context: CallersContext, stored: Stored) => Promise<Performed | Stopped>

/** Work of an endpoint that a plan or a job can do later, found by the `op` of its stored data. */
export class StoredChange {
  readonly op: string
  /** What it takes to follow it; null where its place is a ruleset. */
  readonly right: Permission | null
  readonly run: Run<unknown>

  constructor(op: string, right: Permission | null, run: Run<unknown>) {
    this.op = op
    this.right = right
    this.run = run
  }
}

/** Declares work that is not an operation of plans: its data has an `op`, and is validated when it is read back. */
export function storedChange<S extends TObject>({
  op,
  right,
  schema,
  run,
}: {
  op: string
  right: Permission | null
  schema: S
  run: Run<Static<S>>
}): StoredChange {
  const read = bodyValidator(schema)
  return new StoredChange(op, right, (context, stored) => run(context, read(stored)))
}
