import { Type } from 'typebox'
import type { AuditActor } from '../../audit/record.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import type { WriteContext } from '../../http/route.ts'
import { Id, InstantInput, Shape } from '../../http/schema.ts'
import { atOnceOrByJob } from '../../policy/at-once-or-by-job.ts'
import { longWork, type LongWork } from '../../policy/plans/long-work.ts'
import { stepWithPerson, type PersonStep } from './change-person.ts'

/** The actor of the step, and the `at` of the body; read once the caller is allowed to take it. */
type Given = { actor: AuditActor; at: () => string | undefined }
type StepAt = (given: Given) => Omit<PersonStep, 'isEnd'>

export type EndOfPerson = {
  /** Takes the step with the person of the path. @returns the instant of the change */
  take: (context: WriteContext, at?: () => string | undefined) => Promise<Date>
  /** The step as part of a plan: one caller may end only a limited number of people without one. */
  work: LongWork
}

/** Declares a step that ends a person: `<verb>_directory_user` is its `op` in a plan. */
export function endOfPerson(verb: string, stepAt: StepAt): EndOfPerson {
  const op = `${verb}_directory_user`
  const step = (given: Given): PersonStep => ({ ...stepAt(given), isEnd: true })
  return {
    take: (context, at = () => undefined) => {
      const id = context.params['user'] ?? ''
      const operation = () => {
        const given = at()
        const named = { op, user_id: encodeId('directoryUser', id) }
        return given === undefined ? named : { ...named, at: given }
      }
      return atOnceOrByJob(context, operation, (watched) =>
        stepWithPerson({ ...context, ...watched }, id, step({ actor: context.actor, at })),
      )
    },
    work: longWork({
      op,
      right: 'directory.user.manage',
      schema: Shape({
        op: Type.Literal(op),
        user_id: Id('directoryUser'),
        at: Type.Optional(InstantInput),
      }),
      run: async (context, { user_id, at }) => {
        const id = decodeId('directoryUser', user_id) ?? ''
        await stepWithPerson(context, id, step({ actor: context.actor, at: () => at }))
        return id
      },
    }),
  }
}
