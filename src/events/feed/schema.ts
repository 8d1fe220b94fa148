import { Type, type Static } from 'typebox'
import { eventTypes } from '../../contract/event-types.ts'
import { recordTypes } from '../../contract/record-types.ts'
import { auditActorTypes } from '../../contract/states.ts'
import { AnyId, Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

const PersonName = Nullable(
  Text(1000, {
    description: 'As it is when the event is sent; null without the right to see it',
    examples: ['Ada Moreau'],
  }),
)
const Step = (description: string, examples: string[]) =>
  Nullable(
    Shape(
      { from: Nullable(Text(100, { examples })), to: Nullable(Text(100, { examples })) },
      { description },
    ),
  )

/** Why a stay in a manifest began, changed or ended. */
const eventReasons = [
  'rule_met',
  'other_rule',
  'ending',
  'kept',
  'expired',
  'removed',
  'other_end',
] as const

const EventData = Shape({
  user: Nullable(Shape({ id: Id('directoryUser'), name: PersonName })),
  record: Shape({ type: OneOf(Object.values(recordTypes)), id: AnyId }),
  resource: Nullable(
    Shape({
      type: OneOf([recordTypes.resource, recordTypes.attribute]),
      id: AnyId,
      name: Nullable(Text(1000, { examples: ['engineering'] })),
    }),
  ),
  ruleset_id: Nullable(Id('ruleset')),
  rule_id: Nullable(Id('rule')),
  integration_id: Nullable(Id('integration')),
  role: Step('Of a stay in a manifest, by the rule before and after', ['member']),
  state: Step('Of the record, where it changed', ['active']),
  reason: Nullable(
    OneOf(eventReasons, { description: 'Why a stay in a manifest began, changed or ended' }),
  ),
  due_at: Nullable(Instant),
  changed: Type.Array(Text(200), {
    maxItems: 1000,
    description: 'The keys of the record that changed, without their values',
    examples: [['manager_id']],
  }),
  actor: Shape({ type: OneOf(auditActorTypes), id: Nullable(AnyId) }),
  request_id: Nullable(Text(64, { examples: ['5f0c2a91b7de-0000042'] })),
})

/** The types that events have outside Muster. */
const cloudEventTypes = [
  ...eventTypes.map((type) => `muster.${type}` as const),
  'muster.workspace.webhook.test',
] as const

const Digits = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,19}$', description, examples: ['42'] })

/** https://github.com/cloudevents/spec, version 1.0 in JSON. */
export const CloudEvent = Shape(
  {
    specversion: Type.Literal('1.0'),
    id: Id('auditLog'),
    source: Text(2000, { examples: ['https://muster.example'] }),
    type: OneOf(cloudEventTypes),
    subject: AnyId,
    time: Instant,
    datacontenttype: Type.Literal('application/json'),
    sequence: Digits(
      'The number of the event among all events of its subject, from 1: a number that is left out is an event that was not received, or filtered out',
    ),
    sequencetype: Type.Literal('Integer'),
    position: Digits('The position in the audit log. Positions have gaps'),
    data: EventData,
  },
  { $id: 'CloudEvent' },
)
export type CloudEventJson = Static<typeof CloudEvent>
