import { Type, type Static, type TObject, type TSchema } from 'typebox'
import {
  completed,
  type Declared,
  type ParamKinds,
  type Restart,
  type WriteContext,
  type WriteRoute,
} from '../../http/route/route.ts'
import type { Empty } from '../../http/shapes/schema.ts'
import { Stopped } from '../limits/stopped.ts'

/**
 * A change that was stopped, as data: `operation` has an `op`, by which a plan or a job finds it and does it. `asked`: the client
 * wants only a plan of it.
 */
export class StoppedChange {
  readonly stopped: Stopped | 'asked'
  readonly operation: object

  constructor(stopped: Stopped | 'asked', operation: object) {
    this.stopped = stopped
    this.operation = operation
  }
}

/** In the body of a change: only a plan of it is wanted. */
export const PlanOnly = Type.Optional(
  Type.Boolean({
    description:
      'True to plan the change only: 202 with the plan. With If-Match, the plan applies to that version of the record only',
  }),
)

type PlannableChange<Answer> = {
  isPlanOnly: boolean | undefined
  operation: object
  change: () => Promise<unknown>
  answer: () => Promise<Answer>
}

/** Makes a change and answers, or leaves it to a plan: where only that is wanted, or where it is stopped. */
export async function changeOrPlan<Answer>({
  isPlanOnly = false,
  operation,
  change,
  answer,
}: PlannableChange<Answer>): Promise<Answer | StoppedChange> {
  // The plan is worked out on a snapshot: nothing waits for it.
  if (isPlanOnly) return new StoppedChange('asked', operation)
  const done = await change()
  return done instanceof Stopped ? new StoppedChange(done, operation) : answer()
}

type Result<R extends TSchema> = Static<R> | StoppedChange | Restart | undefined

/** A write whose change can be stopped. It is no route yet: `routes.ts` says by `withPlan` what follows then. */
export type StoppableRoute<
  P extends ParamKinds,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
> = Omit<WriteRoute<P, Q, B, R>, 'handler' | 'accepted'> & {
  /** 202 is an answer too: it can move so many people that a job does it. */
  movesPeople?: boolean
  handler(context: WriteContext<P, Static<Q>, Static<B>>): Promise<Result<R>>
}

/** Declares a {@link StoppableRoute}. */
export function stoppableRoute<
  const P extends ParamKinds = {},
  Q extends TObject = typeof Empty,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(route: Declared<StoppableRoute<P, Q, B, R>>): StoppableRoute<P, Q, B, R> {
  // What the declaration leaves out has the types that are the defaults here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return completed(route) as StoppableRoute<P, Q, B, R>
}
