import { sql } from 'kysely'
import type { FindingKind } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import {
  namesVersion,
  Problem,
  unprocessable,
  type FieldErrors,
} from '../../http/refusals/problem.ts'
import { beginDraftChange, beginPolicyChange } from '../changes/begin-change.ts'
import type { Begun, Followed } from '../changes/change-context.ts'
import { followPolicyChange } from '../changes/follow-change.ts'
import { Stopped } from '../limits/stopped.ts'
import type { ManifestChanges } from '../manifests/manifest-changes.ts'
import { movesOf } from '../manifests/moves.ts'
import { askOnRuleset } from '../rights/ruleset-rights.ts'
import { refuseTooManyDrafts } from '../stored-rules/bounds.ts'
import {
  changeContextOf,
  changedBy,
  type OperationContext,
  type OperationResult,
  type PolicyOperation,
} from '../changes/operation-kind.ts'
import { doOperation, type Operation } from './operation.ts'

/** The uuids of the records that operations created or changed, in their order, and what followed. */
export type Performed = Followed & {
  records: readonly string[]
  /** What ran, where it was not given: a folder's operations. */
  operations?: readonly Operation[]
  /** What a plan of it says besides its effect on access. */
  findings?: readonly { kind: FindingKind; message: string; rulesetId?: string | null }[]
}

/**
 * Runs one operation under the policy lock, shared where it is about a draft only, and manifests follow, all in the
 * caller's transaction. Throws Problems: 404, 403, 422, 412
 */
export async function runOne(
  context: OperationContext,
  { run, draft }: Pick<PolicyOperation, 'run' | 'draft'>,
  operation: object,
): Promise<Performed | Stopped> {
  const change = changeContextOf(context)
  const begun =
    draft === undefined
      ? await beginPolicyChange(change)
      : await beginDraftChange(change, draft(operation))
  let version: number | null = null
  const requireVersion = (found: number) => {
    version = found
    context.requireVersion?.(found)
  }
  const { tx } = context
  const work = { context, tx, now: begun.now, isPlan: false, refs: new Map(), requireVersion }
  const done = await run(work, operation)
  if (done.needsPlan !== undefined) return new Stopped({ kind: 'plan', message: done.needsPlan })
  const followed = await follow(context, begun, [done])
  if (followed instanceof Stopped) return new Stopped(followed.reason, version)
  return { ...followed, records: [done.record.id] }
}

/** {@link runOne} for an operation of any kind. */
export async function runOperation(
  context: OperationContext,
  operation: Operation,
): Promise<Performed | Stopped> {
  return runOne(context, { run: (work) => doOperation(work, operation) }, operation)
}

/**
 * Runs operations in order, as a plan: the lock is taken once, and manifests are recalculated once, for all that
 * they affect. Later operations name what an earlier one created under a `ref` by `$ref`; an async iterable can
 * look up what the next operation needs after the previous one ran. Throws Problems: what an operation refuses is 422
 * under `operations.<index>`, a missing permission stays 403
 */
export async function runOperations(
  context: OperationContext,
  operations: Iterable<Operation> | AsyncIterable<Operation>,
): Promise<Performed | Stopped> {
  const { tx } = context
  const change = changeContextOf(context)
  const begun = await beginPolicyChange(change)
  const refs = new Map<string, string>()
  const all: OperationResult[] = []
  const lastDraftIn = new Map<string, number>()
  for await (const operation of operations) {
    const index = all.length
    const requireVersion = (found: number) => requireSeen(operation, index, found)
    const work = { context, tx, now: begun.now, isPlan: true, refs, requireVersion }
    const done = await doOperation(work, operation).catch((error: unknown) => {
      throw placed(error, index)
    })
    all.push(done)
    if (done.draftedIn !== undefined) lastDraftIn.set(done.draftedIn, index)
    if ('ref' in operation && operation.ref !== undefined) {
      remember(refs, operation.ref, done, index)
    }
  }
  context.refuseMissing?.()
  for (const [rulesetId, index] of lastDraftIn)
    await refuseTooManyDrafts(tx, { rulesetId, field: `operations.${index}` })
  const followed = await follow(context, begun, all)
  if (followed instanceof Stopped) return followed
  return { ...followed, records: all.map(({ record }) => record.id) }
}

/**
 * What follows from operations. One that reaches everything, as another value of an attribute does, gives access by rules that
 * it does not name: it needs what exceptions in these rulesets need.
 */
async function follow(
  context: OperationContext,
  begun: Begun,
  all: readonly OperationResult[],
): Promise<Followed | Stopped> {
  const change = changeContextOf(context)
  const changed = changedBy(all)
  if (changed.reach !== 'all') return followPolicyChange(change, begun, changed)
  const entered = new Set<string>()
  const observe = (changes: ManifestChanges) => {
    for (const { rulesetId, before, after } of movesOf(changes))
      if (after !== null && after.ruleId !== before?.ruleId) entered.add(rulesetId)
    change.observe?.(changes)
  }
  const followed = await followPolicyChange({ ...change, observe }, begun, changed)
  if (followed instanceof Stopped) return followed
  for (const rulesetId of await rulesetsOfResources(context.tx, [...entered]))
    await askOnRuleset(context, rulesetId, 'activate')
  context.refuseMissing?.()
  return followed
}

async function rulesetsOfResources(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ruleset where id = any (${ids}::uuid[]) and resource_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** 412 of an operation in a list, whose record has another version than its author saw. */
export class RecordChanged extends Problem {
  readonly index: number

  constructor(index: number, found: number) {
    const field = `operations.${index}.if_match`
    super(
      412,
      `${field} names another version than the current one, "${found}": the record was changed since`,
    )
    this.index = index
  }
}

/** A plan is not about one record, so each operation names the version that was seen. */
export function requireSeen(operation: Operation, index: number, found: number): void {
  const seen = 'if_match' in operation ? operation.if_match : undefined
  if (seen !== undefined && !namesVersion(seen, found)) throw new RecordChanged(index, found)
}

function remember(
  refs: Map<string, string>,
  ref: string,
  done: OperationResult,
  index: number,
): void {
  for (const { kind, id } of [done.record, ...(done.also ?? [])]) {
    if (refs.has(`${kind} ${ref}`)) {
      throw unprocessable({ [`operations.${index}.ref`]: ['is given to another record already'] })
    }
    refs.set(`${kind} ${ref}`, id)
  }
}

/** In a list of operations even what is not there is a fault of the body, at that operation. */
function placed(error: unknown, index: number): unknown {
  if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 422)) return error
  const at = `operations.${index}`
  if (error.errors === undefined) return unprocessable({ [at]: [error.message] })
  const errors: FieldErrors = {}
  for (const [field, messages] of Object.entries(error.errors)) errors[`${at}.${field}`] = messages
  return unprocessable(errors)
}
