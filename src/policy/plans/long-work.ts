import type { Static, TObject } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { bodyValidator } from '../../http/validate.ts'
import type { OperationContext } from '../operations/kind.ts'

/** An operation's context that knows who calls. */
export type CallersContext = OperationContext & { readonly caller: Caller }

/** Work of an endpoint that a job can do later, found by the `op` of what was stored of it. */
export type LongWork = {
  op: string
  /** @returns the uuid of the record that it changed */
  run: (context: CallersContext, stored: unknown) => Promise<string>
}

/** Declares work that is no operation of plans: its data has an `op`, and is checked again when it is read back. */
export function longWork<S extends TObject>(
  op: string,
  schema: S,
  run: (context: CallersContext, operation: Static<S>) => Promise<string>,
): LongWork {
  const read = bodyValidator(schema)
  return { op, run: (context, stored) => run(context, read(stored)) }
}
