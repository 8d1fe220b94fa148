import type { Static, TObject } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Permission } from '../../contract/permissions.ts'
import { bodyValidator } from '../../http/validate.ts'
import type { OperationContext } from '../operations/kind.ts'

/** An operation's context with a known caller. */
export type CallersContext = OperationContext & { readonly caller: Caller }

/** Work of an endpoint that a job can do later, found by the `op` of its stored data. */
export type LongWork = {
  op: string
  /** What it takes to follow it; null where its place is a ruleset. */
  right: Permission | null
  /** @returns the uuid of the record that it changed */
  run: (context: CallersContext, stored: unknown) => Promise<string>
}

/** Declares work that is not an operation of plans: its data has an `op`, and is validated when it is read back. */
export function longWork<S extends TObject>({
  schema,
  run,
  ...declared
}: Omit<LongWork, 'run'> & {
  schema: S
  run: (context: CallersContext, operation: Static<S>) => Promise<string>
}): LongWork {
  const read = bodyValidator(schema)
  return { ...declared, run: (context, stored) => run(context, read(stored)) }
}

/** By the `op` of each. */
export function rightsToFollow(works: readonly LongWork[]): Map<string, Permission> {
  return new Map(works.flatMap(({ op, right }) => (right === null ? [] : [[op, right]])))
}
