import type { Static, TSchema } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Permission } from '../../contract/permissions.ts'
import { bodyValidator } from '../../http/shapes/validate.ts'
import type { Stopped } from '../limits/stopped.ts'
import type { OperationContext } from '../changes/operation-kind.ts'
import type { Performed } from '../operations/run-operations.ts'

/** An operation's context with a known caller. */
export type CallersContext = OperationContext & { readonly caller: Caller }

/** The data of the change, ready to be run: what takes long is done before the policy lock is taken. */
type Prepare<Stored> = (stored: Stored) => Promise<(context: CallersContext) => Promise<Ran>>
type Ran = Performed | Stopped

/** Work of an endpoint that a plan or a job can do later, found by the `op` of its stored data. */
export class StoredChange {
  readonly op: string
  /** What it takes to follow it; null where its place is a ruleset. */
  readonly right: Permission | null
  readonly prepare: Prepare<unknown>

  constructor(op: string, right: Permission | null, prepare: Prepare<unknown>) {
    this.op = op
    this.right = right
    this.prepare = prepare
  }

  async run(context: CallersContext, stored: unknown): Promise<Ran> {
    const run = await this.prepare(stored)
    return run(context)
  }
}

type Declared<S> = { op: string; right: Permission | null; schema: S }

/** Declares work that is not an operation of plans: its data has an `op`, and is validated when it is read back. */
export function storedChange<S extends TSchema>({
  run,
  ...declared
}: Declared<S> & {
  run: (context: CallersContext, stored: Static<S>) => Promise<Ran>
}): StoredChange {
  return preparedChange({
    ...declared,
    prepare: (stored) => Promise.resolve((context) => run(context, stored)),
  })
}

/** {@link storedChange} of data that takes long to read. */
export function preparedChange<S extends TSchema>({
  op,
  right,
  schema,
  prepare,
}: Declared<S> & { prepare: Prepare<Static<S>> }): StoredChange {
  const read = bodyValidator(schema)
  return new StoredChange(op, right, (stored) => prepare(read(withoutVersion(stored))))
}

/** What a plan is bound to is compared with the record that the work finds. */
function withoutVersion(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name !== 'if_match'))
}
