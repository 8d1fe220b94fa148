import { noun, type Noun } from './noun.ts'

export const auditLog: Noun = noun({
  name: 'audit',
  what: 'audit row',
  about: 'the audit log',
  argument: 'an audit log id, audlg_…',
  list: '/audit/logs',
  limit: { rows: 20, variable: 'MUSTER_AUDIT_LIMIT' },
  // The change is last, because it may be long.
  fields: [
    'when: at, event, by: actor.id|actor.type, about: subject_id, record: record.id',
    'change: changes',
  ],
  named: ['by', 'about'],
  // Then rows are about one person.
  hides: (query) => ('filter[subject]' in query || 'filter[history]' in query ? ['about'] : []),
  title: '{event}',
  facts: [
    'id, at, by: actor.id|actor.type, via: actor.via, about: subject_id, record: record.id',
    'parent: parent.id, related: related.id, request: request_id, changes.*, details.*',
    'withheld',
  ],
})
