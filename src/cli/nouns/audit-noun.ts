import type { Body } from '../../../sdk/src/index.ts'
import type { Fact } from '../output/facts.ts'
import { noun, type Noun } from './noun.ts'

type Changes = Body<'get', '/audit/logs/{log}'>['changes']

export const auditLog: Noun = noun({
  name: 'audit',
  what: 'audit row',
  about: 'the audit log',
  argument: 'an audit log id, audlg_…',
  example: 'audlg_01kaf7m2t4e8j9p3q5r7s9v1wx',
  list: '/audit/logs',
  one: '/audit/logs/{log}',
  limit: { rows: 20, variable: 'MUSTER_AUDIT_LIMIT' },
  // The change is last, because it may be long.
  fields: [
    'when: at',
    'event',
    'by: actor.id|actor.type',
    'about: subject_id',
    'record: record.id',
    ['change', (log) => describeChanges(log.changes)],
  ],
  named: ['by', 'about'],
  // Then rows are about one person.
  hides: (query) => ('filter[subject]' in query || 'filter[history]' in query ? ['about'] : []),
  title: '{event}',
  facts: async (log, muster): Promise<Fact[]> => {
    const { namesOf } = await import('./people-names.ts')
    const ids = [log.actor.id, log.subject_id].filter((id) => id !== null)
    const names = await namesOf(muster, ids)
    const named = (id: string | null) =>
      id === null || !names.has(id) ? id : `${names.get(id)} (${id})`
    return [
      ['id', log.id],
      ['at', log.at],
      ['by', named(log.actor.id) ?? log.actor.type],
      ['via', log.actor.via],
      ['about', named(log.subject_id)],
      ['record', log.record?.id],
      ['parent', log.parent?.id],
      ['related', log.related?.id],
      ['request', log.request_id],
      ...Object.entries(log.changes).map(([key, change]): Fact => [
        key,
        describeChanges({ '': change }),
      ]),
      ...Object.entries(log.details).map(([key, value]): Fact => [key, JSON.stringify(value)]),
      ['withheld', log.withheld],
    ]
  },
})

/** `state: active → suspended, name: A → B` */
function describeChanges(changes: Changes): string {
  return Object.entries(changes)
    .map(([key, change]) => {
      const text = `${shown(change.old)} → ${shown(change.new)}`
      return key === '' ? text : `${key}: ${text}`
    })
    .join(', ')
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
