import { Type, type Static } from 'typebox'
import { Id, Instant, Nullable, RecordShape, Shape, Text } from '../../http/shapes/schema.ts'
import { Actor, AuditLog } from '../audit-log/schema.ts'

/** The rows that one actor wrote in one transaction: a request, or what happened by itself. Its id is that of the first. */
export const AuditChange = RecordShape(
  {
    id: Id('auditLog'),
    at: Instant,
    actor: Actor,
    request_id: Nullable(Text(64, { examples: ['5f0c2a91b7de-0000042'] })),
    rows: Type.Array(AuditLog, {
      maxItems: 12,
      description:
        'The first rows of each event, in their order. The one that says what the change was is among them',
    }),
    row_count: Type.Integer({ minimum: 0, maximum: 10_000, examples: [4] }),
    row_count_is_capped: Type.Boolean({
      description:
        'There are more rows, and the numbers are of the first 10,000. `events` names those of plans, incidents, rules and sources after them too',
    }),
    events: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description: 'How many rows each event has',
      examples: [{ 'policy.rule.activate': 1, 'policy.user.create': 3 }],
    }),
    people_gained: Type.Integer({
      minimum: 0,
      description: 'How many people gained access somewhere',
    }),
    people_lost: Type.Integer({ minimum: 0, description: 'How many people lost access somewhere' }),
    links: Shape({
      rows: Text(2000, {
        description: 'All its rows, in the log that was asked',
        examples: [
          'https://muster.example/api/v1/audit/logs?filter[change]=audlg_01kaf7m2t4e8j9p3q5r7s9v1wx',
        ],
      }),
    }),
  },
  { $id: 'AuditChange' },
)

export type AuditChangeJson = Static<typeof AuditChange>
