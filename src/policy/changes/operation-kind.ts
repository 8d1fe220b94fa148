import type { RawBuilder } from 'kysely'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { decodeId, idPrefixes, type IdKind } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Transaction } from '../../database/database.ts'
import { notFound, unprocessable } from '../../http/refusals/problem.ts'
import type { Ask } from '../../http/route/route.ts'
import type { Services } from '../../http/route/services.ts'
import { Shape } from '../../http/shapes/schema.ts'
import type { Caller } from '../../access/caller.ts'
import type { On } from '../../access/rights.ts'
import { policyCacheOf } from '../model/policy-cache-of.ts'
import type { ChangeContext } from './change-context.ts'
import type { ChangedPolicy, Reach } from './follow-change.ts'
import type { Exceeded } from '../limits/counting.ts'
import type { ManifestChanges } from '../manifests/manifest-changes.ts'

/** The caller of a change of the policy, and its transaction. The context of a write route is one. */
export type OperationContext = ChangeContext & {
  ask: Ask
  may: (permission: Permission, on?: On) => boolean
  /** Called with what rules that get a date would change now. */
  foresee?: (changes: ManifestChanges) => void
  /** 403 naming all permissions that were missing so far, where `ask` only notes them. */
  refuseMissing?: () => void
  /** Where the process keeps its compiled policy; without either the policy is loaded afresh. */
  services?: Pick<Services, 'database' | 'storedChanges'>
  /** The caller, if known. */
  readonly caller?: Caller
  /** What a plan can do besides operations of policy; by default, what the services name. */
  storedChanges?: Services['storedChanges']
  /** 412 unless the client named this version of the locked row. Checked for a single operation only. */
  requireVersion?: (version: number) => void
}

/** The context of a change by an operation's caller, with the compiled policy of the process. */
export function changeContextOf(context: OperationContext): ChangeContext {
  const { tx, actor, services, observe, rowsAtMost, passesLimits, isDryRun } = context
  const policies = context.policies ?? (services && policyCacheOf(services.database))
  return { tx, actor, policies, observe, rowsAtMost, passesLimits, isDryRun }
}

/**
 * The context of an operation: it holds the policy lock, exclusive (shared with the lock of drafts for a draft),
 * and nothing is due up to `now`.
 */
export type OperationCall = {
  context: OperationContext
  tx: Transaction
  now: Date
  /** The operation is part of a plan, which allows what is only safe after its effect was reviewed. */
  isPlan: boolean
  /** The records that earlier operations of the plan created: `<kind> <ref>` → uuid. */
  refs: ReadonlyMap<string, string>
  requireVersion: (version: number) => void
}

/** The record that an operation created or changed, by uuid; `also` lists others that the same ref names. */
export type OperationResult = {
  record: { kind: IdKind; id: string }
  also?: readonly { kind: IdKind; id: string }[]
  reach: Reach
  /** The person (uuid) who gets an exception. */
  exceptedId?: string
  /** The ruleset (uuid) to which a draft was added. */
  draftedIn?: string
  /** Limits that it would exceed later. */
  exceeded?: readonly Exceeded[]
  /** Why only a plan may do it. */
  needsPlan?: string | undefined
}

/** A kind of operation: data with an `op`, and how to run it. */
export type PolicyOperation = {
  op: string
  schema: TSchema
  /** What it takes to read the operation in a plan, besides the rulesets and people that it names. */
  reads?: Permission | undefined
  /** Locks its rows, checks permissions and states, writes and audits. Throws Problems. */
  run: (work: OperationCall, operation: object) => Promise<OperationResult>
  /**
   * The uuid of the rule that it changes, as an SQL expression; null for a draft that it adds. A draft moves no
   * one, so changes of people need not wait for it.
   */
  draft?: ((operation: object) => RawBuilder<string | null>) | undefined
  /** True if the end that it gives its rule is counted from when it runs: a later run has the same effect. */
  endsFromNow?: ((operation: object) => boolean) | undefined
}

/** The functions of an operation, for its own data. */
export type OperationRun<O> = {
  run: (work: OperationCall, operation: O) => Promise<OperationResult>
  draft?: ((operation: O) => RawBuilder<string | null>) | undefined
  endsFromNow?: ((operation: O) => boolean) | undefined
}

/** What operations that ran together have changed. */
export function changedBy(all: readonly OperationResult[]): ChangedPolicy {
  const reaches = all.map(({ reach }) => reach)
  const ownRulesets = reaches.flatMap((reach) => (typeof reach === 'string' ? [] : reach.rulesets))
  const excepted = all.flatMap(({ exceptedId }) => exceptedId ?? [])
  // In a list of operations everyone counts.
  const personId = all.length === 1 ? excepted[0] : undefined
  const exceeded = all.flatMap((done) => done.exceeded ?? [])
  return { reach: union(reaches), ownRulesets, personId, excepted, exceeded }
}

function union(reaches: readonly Reach[]): Reach {
  if (reaches.includes('all')) return 'all'
  const some = reaches.filter((reach) => typeof reach !== 'string')
  if (some.length === 0) return 'nothing'
  return { rulesets: [...new Set(some.flatMap(({ rulesets }) => rulesets))] }
}

/** Makes the functions of one kind of operation accept any data. It throws for data of another kind. */
export function forAnyOperation<O extends object>(
  op: string,
  { run, draft, endsFromNow }: OperationRun<O>,
): Pick<PolicyOperation, 'run' | 'draft' | 'endsFromNow'> {
  const isOwn = (operation: object): operation is O => 'op' in operation && operation.op === op
  const own = (operation: object) => {
    if (!isOwn(operation)) throw new Error(`this is not an operation ${op}`)
    return operation
  }
  return {
    run: (work, operation) => run(work, own(operation)),
    draft: draft && ((operation) => draft(own(operation))),
    endsFromNow: endsFromNow && ((operation) => endsFromNow(own(operation))),
  }
}

/** Declares an operation of plans that has no endpoint of its own. */
export function operationKind<const N extends string, P extends TProperties>(
  op: N,
  properties: P,
  run: (work: OperationCall, operation: Static<TObject<P>>) => Promise<OperationResult>,
) {
  const schema = Shape({ op: Type.Literal(op), ...properties })
  return { op, schema, reads: undefined, ...forAnyOperation(op, { run }) }
}

/** A name that the client gives to a record that does not exist yet, for later operations of the same plan. */
export const NewRef = Type.Optional(
  Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,62}$',
    description: 'A name for the new record; later operations of the plan write `$name` for its id',
    examples: ['engineers'],
  }),
)

/** The version of the record, at the turn of the operation. */
export const SeenVersion = Type.Optional(
  Type.String({
    pattern: String.raw`^"\d+(\.[^"]*)?"$`,
    maxLength: 200,
    description:
      'The ETag of the record as the caller saw it: 412 if it has another version when the operation takes its turn, ' +
      'also when the plan is applied',
    examples: ['"3.0"'],
  }),
)

/** An id of that kind, or `$name` of a record that an earlier operation of the plan makes. */
export function IdOrRef(kind: IdKind) {
  return Type.String({
    pattern: `^(${idPrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}|\\$[a-z0-9][a-z0-9_-]{0,62})$`,
    maxLength: 64,
    examples: [`${idPrefixes[kind]}_01kaf7m2t4e8j9p3q5r7s9v1wx`],
  })
}

/** The uuid of an id or a ref; undefined for an unknown one. */
export function resolveId(
  work: Pick<OperationCall, 'refs'>,
  kind: IdKind,
  sent: string,
): string | undefined {
  return sent.startsWith('$') ? work.refs.get(`${kind} ${sent.slice(1)}`) : decodeId(kind, sent)
}

/** {@link resolveId} for the record that the operation is about: 404 without one. */
export function subjectId(work: Pick<OperationCall, 'refs'>, kind: IdKind, sent: string): string {
  const id = resolveId(work, kind, sent)
  if (id === undefined) throw notFound(kind, sent)
  return id
}

/** {@link resolveId} for a record that the operation names besides: 422 without one. */
export function namedId(
  work: Pick<OperationCall, 'refs'>,
  kind: IdKind,
  field: string,
  sent: string,
): string {
  const id = resolveId(work, kind, sent)
  if (id === undefined) throw unprocessable({ [field]: ['names nothing that exists'] })
  return id
}
