import { Type, type Static } from 'typebox'
import { recordTypes } from '../../contract/record-types.ts'
import { auditActorTypes, auditVias } from '../../contract/states.ts'
import {
  AnyId,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  Text,
  RecordShape,
} from '../../http/shapes/schema.ts'

const Position = Shape({ type: OneOf(Object.values(recordTypes)), id: AnyId })

export const Actor = Shape({
  type: OneOf(auditActorTypes),
  id: Nullable(AnyId),
  via: OneOf(auditVias),
})

const Change = Shape({
  old: Type.Unknown({ description: 'null where there was no value' }),
  new: Type.Unknown({ description: 'null where there is none any more' }),
})

/** One row of the audit log: one changed record. */
export const AuditLog = RecordShape(
  {
    id: Id('auditLog'),
    at: Instant,
    event: Text(200, {
      description: '`area.resource.action`',
      examples: ['workspace.service_admin.update'],
    }),
    actor: Actor,
    request_id: Nullable(Text(64, { examples: ['5f0c2a91b7de-0000042'] })),
    record: Position,
    parent: Nullable(Position),
    related: Nullable(Position),
    subject_id: Nullable(Id('directoryUser')),
    changes: Type.Record(Type.String(), Change, {
      examples: [{ role: { old: 'audit', new: 'admin' } }],
    }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Facts about the event that are not values of the record',
      examples: [{}],
    }),
    withheld: Type.Array(Text(300), {
      maxItems: 10_000,
      description:
        'The changed keys that `changes` leaves out, because you may not see this personal data',
      examples: [[]],
    }),
    altered: Type.Array(Text(300), {
      maxItems: 10_000,
      description:
        'The changed keys whose personal values are not those that the log recorded: someone has changed them in the ' +
        'database. `changes` leaves them out',
      examples: [[]],
    }),
    is_erased: Type.Boolean({
      description: 'The personal values of this row were erased with the person',
    }),
    links: Shape({
      self: Text(2000, {
        examples: ['https://muster.example/api/v1/audit/logs/audlg_01kaf7m2t4e8j9p3q5r7s9v1wx'],
      }),
    }),
  },
  { $id: 'AuditLog' },
)

export type AuditLogJson = Static<typeof AuditLog>

/** What rows of the audit log as NDJSON or CSV take, and the event that records it. */
export const auditLogExport = { permission: 'audit.log.export', event: 'audit.log.export' } as const
