import { Type } from 'typebox'
import { decodeId, encodeId } from '../../contract/ids.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { Id, InstantInput, Shape } from '../../http/shapes/schema.ts'
import { Stopped } from '../../policy/limits/stopped.ts'
import type { OperationContext } from '../../policy/changes/operation-kind.ts'
import { StoppedChange } from '../../policy/changes/stopped-change.ts'
import { storedChange, type StoredChange } from '../../policy/plans/stored-change.ts'
import type { PersonChanged } from './change-person.ts'

/** Ends the person (a uuid). `at` reads the instant of the body, once the caller is allowed to. */
type End = (
  context: OperationContext,
  id: string,
  at: () => string | undefined,
) => Promise<PersonChanged | Stopped>

export type EndOfPerson = {
  /** Ends the person of the path. @returns the instant of the change */
  take: (context: WriteContext, at?: () => string | undefined) => Promise<Date | StoppedChange>
  /** The change as part of a plan: one caller may end only a limited number of people without one. */
  work: StoredChange
}

/** Declares a change that ends a person: `<verb>_directory_user` is its `op` in a plan. */
export function endOfPerson(verb: string, end: End): EndOfPerson {
  const op = `${verb}_directory_user`
  return {
    take: async (context, at = () => undefined) => {
      const id = context.params['user'] ?? ''
      const done = await end(context, id, at)
      if (!(done instanceof Stopped)) return done.now
      const given = at()
      const named = { op, user_id: encodeId('directoryUser', id) }
      return new StoppedChange(done, given === undefined ? named : { ...named, at: given })
    },
    work: storedChange({
      op,
      right: 'directory.user.manage',
      schema: Shape({
        op: Type.Literal(op),
        user_id: Id('directoryUser'),
        at: Type.Optional(InstantInput),
      }),
      run: (context, { user_id, at }) =>
        end(context, decodeId('directoryUser', user_id) ?? '', () => at),
    }),
  }
}
