import type { Muster, RowOf } from '../../sdk/src/index.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { describeChanges } from './describe-log.ts'
import { findRecord } from './find-record.ts'
import type { Noun } from './noun.ts'
import { service, user, workspaceUser } from './nouns.ts'
import { printList, printRecord, type Field } from './present.ts'
import { readUpTo } from './read-up-to.ts'

/** Which rows of the audit log. */
export type AuditFilters = {
  event?: string
  subject?: string
  record?: string
  actor?: string
  after?: string
  before?: string
}
export type AuditOptions = ApiOptions & AuditFilters & { limit: number }

type Log = RowOf<'/audit/logs'>

/** Prints the newest rows of the audit log. */
export async function runAuditList(options: AuditOptions): Promise<void> {
  const { muster } = await connect(options)
  await printLogs(muster, await auditQuery(muster, options), options)
}

/** The query that chooses the rows: people are found by what they are called. */
export async function auditQuery(
  muster: Muster,
  { event, subject, record, actor, after, before }: AuditFilters,
): Promise<Query> {
  const idOf = async (noun: Noun, named: string) => (await findRecord(noun, muster, named)).id
  return {
    ...(event === undefined ? {} : { 'filter[event]': event }),
    ...(subject === undefined ? {} : { 'filter[subject]': await idOf(user, subject) }),
    ...(record === undefined ? {} : { 'filter[record]': record }),
    ...(actor === undefined ? {} : { 'filter[actor]': await actorId(muster, actor) }),
    ...(after === undefined ? {} : { 'filter[at_after]': after }),
    ...(before === undefined ? {} : { 'filter[at_before]': before }),
  }
}

async function actorId(muster: Muster, named: string): Promise<string> {
  const isOther = /^(wssvc|wsitg)_/.test(named)
  return isOther ? named : (await findRecord(workspaceUser, muster, named)).id
}

type Query = Record<`filter[${string}]`, string>

/** Prints rows of the audit log, with the people in them by name, and the change last, because it may be long. */
export async function printLogs(
  muster: Muster,
  query: Query,
  options: ApiOptions & { limit: number },
): Promise<void> {
  const size = { 'page[size]': String(Math.min(500, options.limit)) }
  const list = muster.list('/audit/logs', { params: { query: { ...query, ...size } } })
  const { rows, hasMore } = await readUpTo(list, options.limit, 'Reading the audit log')
  const isForPeople = options.output === 'table' || options.output === 'csv'
  const names = isForPeople ? await namesIn(muster, rows) : new Map<string, string>()
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id))
  printList(options, {
    rows,
    hasMore,
    fields: [
      ['when', (log) => log.at],
      ['event', (log) => log.event],
      ['by', (log) => nameOf(log.actor.id) ?? log.actor.type],
      ...about(query, nameOf),
      ['record', (log) => log.record?.id],
      ['change', (log) => describeChanges(log.changes)],
    ],
    idOf: (log) => log.id,
    json: { data: rows, has_more: hasMore },
    none: 'The audit log has no such rows.',
  })
}

/** Whom rows are about, unless it is one person for all. */
function about(query: Query, nameOf: (id: string | null) => string | null): Field<Log>[] {
  return 'filter[subject]' in query || 'filter[history]' in query
    ? []
    : [['about', (log) => nameOf(log.subject_id)]]
}

/** Prints one row, with each change on a line. */
export async function runAuditShow(id: string, options: ApiOptions): Promise<void> {
  const { muster } = await connect(options)
  const log = await muster.get('/audit/logs/{log}', { params: { path: { log: id } } })
  const names = await namesIn(muster, [log])
  const named = (each: string | null) =>
    each === null || !names.has(each) ? each : `${names.get(each)} (${each})`
  printRecord(options, {
    id: log.id,
    json: log,
    title: log.event,
    facts: [
      ['id', log.id],
      ['at', log.at],
      ['by', named(log.actor.id) ?? log.actor.type],
      ['via', log.actor.via],
      ['about', named(log.subject_id)],
      ['record', log.record?.id],
      ['parent', log.parent?.id],
      ['related', log.related?.id],
      ['request', log.request_id],
      ...Object.entries(log.changes).map(
        ([key, change]) => [key, describeChanges({ '': change })] as const,
      ),
      ...Object.entries(log.details).map(([key, value]) => [key, JSON.stringify(value)] as const),
      ['withheld', log.withheld],
    ],
  })
}

/** A page of rows names few people; of more, the others are printed by id. */
const lookups = 40
const nounOf: Readonly<Record<string, Noun>> = {
  drusr: user,
  wsusr: workspaceUser,
  wssvc: service,
}

/** The names of the people and services that rows are by and about. A record that can't be read has none. */
async function namesIn(muster: Muster, logs: readonly Log[]): Promise<Map<string, string>> {
  const ids = new Set(logs.flatMap(({ actor, subject_id }) => [actor.id, subject_id]))
  const known = [...ids].flatMap((id) => {
    const noun = nounOf[id?.slice(0, 5) ?? '']
    return id === null || noun === undefined ? [] : [{ id, noun }]
  })
  const found = await Promise.all(
    known.slice(0, lookups).map(async ({ id, noun }) => {
      const described = noun.read({ muster, params: { path: { [noun.param]: id } } })
      return described.then(
        ({ title }) => [[id, title] as const],
        () => [],
      )
    }),
  )
  return new Map(found.flat())
}
