import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { IdKind } from '../../contract/ids.ts'
import type { Permission, RulesetRight } from '../../contract/permissions.ts'
import { policyChangeCost } from '../../http/limits/request-cost.ts'
import type { ParamKinds, WriteContext } from '../../http/route/route.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import {
  forAnyOperation,
  IdOrRef,
  NewRef,
  type OperationRun,
  type PolicyOperation,
  SeenVersion,
} from './operation-kind.ts'

/** An answer of a record, whose address is that of a record that was created. */
type Answered = { links: { self: string } }

type Endpoint<P extends ParamKinds> = {
  /** The operation id of the API: the name of the export and of its file. */
  id: string
  method: 'POST' | 'PATCH' | 'DELETE'
  url: string
  summary: string
  description: string
  /** A permission, or a right on the ruleset of the record that the path names. Asked before the body is read, and again by `run`. */
  needs: { permission: Permission } | { right: RulesetRight }
  /** The kinds of the ids in the path. The operation has each of them as `<name>_id`. */
  params: P
  /** What a request counts in the rate limit. */
  cost?: number
  /** 202 is an answer too: it can move so many people that a job does it. */
  movesPeople?: boolean
  /** It adds a part to the record that its path names, and If-Match means that record's version. */
  changesParent?: boolean
}

/** A change of the policy: an endpoint of the API, and an operation of plans, of policy folders and of jobs. */
export type PolicyCommand = PolicyOperation &
  Endpoint<ParamKinds> & {
    cost: number
    creates: boolean
    body: TObject | null
    response: TSchema | null
    answer?: ((context: WriteContext, id: string) => Promise<Answered>) | undefined
  }

/** The data of an operation: the ids of the path, and the fields of the body. */
type OperationData<P extends ParamKinds, B extends TProperties | null, C extends boolean> = {
  [K in keyof P & string as `${K}_id`]: string
} & (B extends TProperties ? Static<TObject<B>> : unknown) &
  (C extends true ? { ref?: string } : { if_match?: string })

/**
 * Declares a change of the policy, in the file of its endpoint. `creates`: it makes a record, which plans name by its `ref`.
 * `body`: the fields of the body. `inPlan`: those of them that a plan writes differently. `example`: a body for
 * the reference, where the generated one would be refused because fields exclude one another. `answer`: the response, by the
 * uuid of the record that `run` made or changed; without it 204.
 */
export function policyCommand<
  const N extends string,
  const P extends ParamKinds,
  B extends TProperties | null,
  R extends TSchema = TSchema,
  const C extends boolean = false,
>({
  op,
  body,
  inPlan = {},
  example,
  creates,
  run,
  draft,
  endsFromNow,
  reads,
  response,
  answer,
  ...endpoint
}: Endpoint<P> &
  OperationRun<OperationData<P, B, C>> & {
    op: N
    reads?: Permission
    body: B
    inPlan?: TProperties
    example?: B extends TProperties ? Static<TObject<B>> : never
    creates?: C
    response?: R
    answer?: (context: WriteContext, id: string) => Promise<Static<R> & Answered>
  }) {
  const ids = Object.entries(endpoint.params).map(([name, kind]) => [`${name}_id`, idOf(kind)])
  const fields = {
    op: Type.Literal(op),
    ...(creates === true ? { ref: NewRef } : {}),
    ...(creates !== true || endpoint.changesParent === true ? { if_match: SeenVersion } : {}),
    ...Object.fromEntries(ids),
    ...body,
    ...inPlan,
  }
  return {
    cost: policyChangeCost,
    ...endpoint,
    op,
    reads,
    schema: Type.Unsafe<{ op: N } & OperationData<P, B, C>>(Shape(fields)),
    ...forAnyOperation<OperationData<P, B, C>>(op, { run, draft, endsFromNow }),
    creates: creates === true,
    body: body && Shape(body, example === undefined ? {} : { examples: [example] }),
    response: response ?? null,
    answer,
  } satisfies PolicyCommand
}

/** Plans don't create people, so they have no ref. */
function idOf(kind: IdKind) {
  return kind === 'workspaceUser' ? Id(kind) : IdOrRef(kind)
}
