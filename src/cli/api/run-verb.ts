import { planIdOf, type Muster } from '../../../sdk/src/index.ts'
import { confirm, pastOf } from '../plans/agree.ts'
import { connect } from '../connection/connect.ts'
import { valuesOf } from './field-values.ts'
import type { Noun, RunVerb, Verb } from '../nouns/noun.ts'
import { operationAt, type Operation } from '../nouns/operations.ts'
import { CommandFailed, localTime, say } from '../output/output.ts'
import { filled, printResult } from '../output/present.ts'
import { printNewSecret } from '../output/print-secret.ts'
import { namingFlags } from './refused-fields.ts'
import { ownerByOption, resolveNames, type Acting, type Target } from './resolve-names.ts'
import { printNoun } from './run-noun.ts'
import { applyPlanned, sayRefusedPlan, showPlan } from '../plans/run-plan.ts'
import { planChange, plannedAt, readPlan } from '../plans/server-plan.ts'
import { asksFirst, operationOf, optionsOf, plannedBy } from '../nouns/verbs.ts'

/** What a command sends. `named`: what its arguments are, as they were given. */
type Request = Target & { operation: Operation; named: readonly string[] }

/** Does what a verb says: plans it first and shows the plan, or names the record and asks, where it is of that kind. */
export const runVerb: RunVerb = async (verb, words, options) => {
  const { muster } = await connect(options)
  const request = await requestOf(verb, words, { muster, options })
  try {
    await namingFlags(optionsOf(verb), () => carryOut(verb, request, { muster, options }))
  } catch (error) {
    await sayRefusedPlan(error, muster, options)
    throw error
  }
}

async function carryOut(verb: Verb, request: Request, { muster, options }: Acting): Promise<void> {
  const way = plannedBy(verb)
  if (way === 'operation') return applyPlanned(muster, await planOf(muster, request), options)
  if (way === undefined && options.plan !== true) return act(verb, request, { muster, options })
  const { location } = await send(muster, request, { plan: true })
  const plan = await plannedAt(location, muster)
  await (way === undefined ? showPlan(muster, plan, options) : applyPlanned(muster, plan, options))
}

async function requestOf(
  verb: Verb,
  words: readonly string[],
  { muster, options }: Acting,
): Promise<Request> {
  const { noun, preset, defaults, amend, among } = verb
  // A plan shows every record, and a question only the one that is changed.
  const isShown = (of: Noun) => plannedBy(verb) !== undefined || (asksFirst(verb) && of === noun)
  const operation = operationOf(verb, ownerByOption(noun, options)?.owner) ?? verb.operation
  const target = await resolveNames(noun, verb.arguments, words, {
    muster,
    options,
    fields: operation.body,
    isWhole: (of) => options.yes === true || !isShown(of),
    among,
  })
  const given = await valuesOf(optionsOf(verb), options, { muster, isWhole: true })
  const whole = { ...defaults, ...preset, ...target.body, ...given }
  const body = amend === undefined ? whole : await amend(whole, options)
  if (operation.method === 'patch' && Object.keys(body).length === 0)
    throw new CommandFailed(`Give what to change. Try: muster ${noun.name} ${verb.name} --help`, 2)
  return { ...target, operation, body, named: words }
}

/** The plan of an operation of policy, as of the version of the record now. */
function planOf(muster: Muster, { operation: { op = '' }, path, body }: Request) {
  const ids = Object.fromEntries(Object.entries(path).map(([name, id]) => [`${name}_id`, id]))
  // The server checks it by the schema of its kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return planChange({ operations: [{ op, ...ids, ...body } as never] }, muster)
}

type Sent = { status: number; body: unknown; location: string | null }

/** Generic over all operations: the table says what each takes. */
async function send(
  muster: Muster,
  { operation, path, body }: Request,
  more: { plan?: boolean; etag?: string | null } = {},
): Promise<Sent> {
  const { plan, etag } = more
  const sent = plan === undefined ? body : { ...body, plan }
  const takesBody = operation.body !== undefined
  const init = {
    params: { path },
    ...(takesBody ? { body: sent } : {}),
    ...(etag === undefined || etag === null ? {} : { headers: { 'If-Match': etag } }),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return muster.send(operation.method, operation.path as never, init as never)
}

async function act(verb: Verb, request: Request, { muster, options }: Acting): Promise<void> {
  const { noun, isOfDeleted = false, method } = verb
  const { operation, owner, path, named } = request
  const id = path[noun.param] ?? ''
  const name = named.at(verb.arguments.indexOf(noun.param)) ?? id
  const asks = asksFirst(verb) && options.yes !== true
  const seen =
    (asks || method === 'patch') && !isOfDeleted && operation.takesIfMatch === true
      ? await noun.read({ muster, owner, params: { path } })
      : undefined
  if (asks) {
    const said = verb.warning ?? noun.warning ?? `{verb} ${seen?.title ?? name} (${id})`
    const what =
      seen === undefined && isOfDeleted
        ? `${verb.name} ${name} (${id}), who is deleted`
        : filled(said, { ...Object(seen?.record), verb: verb.name, named })
    const at = options.at === undefined ? '' : `, on ${localTime(options.at)}`
    say(`This will ${what}${at}.`)
    await confirm(method === 'delete' ? verb.name : undefined)
  }
  const sent = await send(muster, request, { etag: seen?.etag ?? null })
  if (sent.status === 202) await untilApplied(muster, sent.location)
  await report(verb, request, { ...sent, name }, { muster, options })
}

/** A change of very many people is the work of a job, which its plan shows. */
async function untilApplied(muster: Muster, location: string | null): Promise<void> {
  const id = planIdOf(location) ?? ''
  const { state, failure } = await readPlan(id, muster)
  if (state !== 'applied')
    throw new CommandFailed(`Nothing was changed: ${failure ?? `the plan ${id} is ${state}`}.`)
}

type Answered = Sent & { name: string }

async function report(
  verb: Verb,
  request: Request,
  sent: Answered,
  { muster, options }: Acting,
): Promise<void> {
  const { noun, method, isOfList, done, makesSecret = false, isSilent = false } = verb
  if (isSilent) return
  const { owner, path, named } = request
  const id = path[noun.param] ?? ''
  if (makesSecret)
    return printNewSecret(sent.body, options, operationAt('get', noun.list ?? '')?.columns)
  if (done !== undefined) return printResult(options, sent.body ?? { id }, filled(done, { named }))
  if (method === 'delete') {
    const state = pastOf(verb.name)
    return printResult(options, { id, state }, `${sent.name} is ${state}.`)
  }
  const after =
    sent.status === 202 || sent.body === undefined
      ? await noun.read({ muster, owner, params: { path } })
      : await noun.describe(sent.body)
  if (isOfList || method === 'patch' || verb.operation.status === 201)
    return printNoun(noun, after, { muster, options })
  printResult(options, after.record, `${after.title} is ${filled('{state}', after.record)}.`)
}
