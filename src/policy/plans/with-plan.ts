import type { TObject, TSchema } from 'typebox'
import type { ParamKinds, WriteRoute } from '../../http/route/route.ts'
import { StoppedChange, type StoppableRoute } from '../changes/stopped-change.ts'
import { restartFor } from './restart-for.ts'
import { DescribedPlan } from './schema.ts'

/** The route of a change that can be stopped. Where it is, the answer is what {@link restartFor} says. */
export function withPlan<
  P extends ParamKinds,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
>({ movesPeople = false, ...route }: StoppableRoute<P, Q, B, R>): WriteRoute<P, Q, B, R> {
  return {
    ...route,
    ...(movesPeople ? { accepted: DescribedPlan } : {}),
    handler: async (context) => {
      const done = await route.handler(context)
      return done instanceof StoppedChange ? restartFor(done) : done
    },
  }
}
