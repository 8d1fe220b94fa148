import assert from 'node:assert/strict'
import type { CloudEventJson } from '../../../src/events/feed/schema.ts'
import { startReceiver, type TestReceiver } from '../../receiver.ts'
import { until } from '../../until.ts'
import type { YearWorkspace } from './workspace.ts'

/** What of a year is compared. */
type ToldYear = { workspace: YearWorkspace; reach: (what: string) => void }

/** The audit rows that are told, written down again: not by the list that the product has. */
const told = `event ~ '^(policy[.](user|incident|plan)|directory[.]user)[.]'
  or event in ('policy.rule.due', 'workspace.integration.run', 'workspace.integration.run_failed', 'workspace.service.activate',
    'workspace.service.deactivate', 'workspace.service.delete')`

type Told = Pick<CloudEventJson, 'id' | 'type' | 'subject' | 'sequence' | 'position'>

const short = ({ id, type, subject, sequence, position }: CloudEventJson): Told => {
  return { id, type, subject, sequence, position }
}
const byPosition = (a: Told, b: Told) => Number(a.position) - Number(b.position)

/** What other systems are told, each day: the feed, and a webhook of everything, beside the audit log and what is stored. */
export class ToldEvents {
  readonly #receiver: TestReceiver
  #next = '/events?page[size]=500'
  #position = 0
  /** How many events of each subject there were. */
  readonly #counts = new Map<string, number>()
  /** The state of each person, and the stays in manifests that have not ended, as the events say. */
  readonly #states = new Map<string, string>()
  readonly #stays = new Set<string>()

  constructor(receiver: TestReceiver) {
    this.#receiver = receiver
  }

  /** Before the first event, so that the webhook gets all of them. */
  static async begin({ must }: YearWorkspace): Promise<ToldEvents> {
    const receiver = await startReceiver()
    const webhook = { name: 'All', url: receiver.url }
    receiver.secret = (await must('POST', '/workspace/webhooks', webhook)).body.secret
    return new ToldEvents(receiver)
  }

  /** Of all days. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  async compare({ workspace, reach }: ToldYear): Promise<void> {
    const events = await this.#read(workspace)
    const log = await this.#readLog(workspace)
    assert.deepEqual(events.map(short).toSorted(byPosition), log, 'events are rows of the log')
    await this.#compareReceived(events)
    this.#follow(events)
    const { query } = workspace.server
    const people = await query<{ id: string; state: string }>(
      `select encode_id('drusr', id) as id, state from directory_user order by 1`,
    )
    const states = [...this.#states].map(([id, state]) => ({ id, state }))
    assert.deepEqual(
      states.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      people.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      'the states of people follow from their events',
    )
    const stays = await query<{ id: string }>(
      `select encode_id('pousr', id) as id from policy_user where state in ('active', 'expiring')`,
    )
    assert.deepEqual(
      [...this.#stays].toSorted(),
      stays.map(({ id }) => id).toSorted(),
      'manifests follow from their events',
    )
    for (const { type } of events) reach(`an event: ${type}`)
  }

  async #read({ must }: YearWorkspace): Promise<CloudEventJson[]> {
    const events: CloudEventJson[] = []
    for (;;) {
      const { body } = await must('GET', this.#next)
      events.push(...body.data)
      this.#next = body.links.next.replace('https://muster.example/api/v1', '')
      if (body.has_more === false) return events
    }
  }

  /** The rows since the day before, with the numbers that their events must have. */
  async #readLog({ server }: YearWorkspace): Promise<Told[]> {
    const rows = await server.query<Omit<Told, 'sequence' | 'position'> & { position: string }>(
      `select encode_id('audlg', id) as id, 'muster.' || event as type, sequence::text as position,
         case when subject_id is null then encode_id(record_type, record_id) else encode_id('drusr', subject_id) end as subject
       from audit_log where sequence > $1 and (${told}) order by sequence`,
      [this.#position],
    )
    this.#position = Number(rows.at(-1)?.position ?? this.#position)
    return rows.map(({ id, type, subject, position }) => {
      const sequence = (this.#counts.get(subject) ?? 0) + 1
      this.#counts.set(subject, sequence)
      return { id, type, subject, sequence: String(sequence), position }
    })
  }

  /** Each event has come to the receiver, those of a subject in order. Only names may differ: they are those of the instant of sending. */
  async #compareReceived(events: readonly CloudEventJson[]): Promise<void> {
    const { accepted } = this.#receiver
    await until(
      () => new Set(accepted.map(({ id }) => id)).size >= events.length,
      `${events.length} events at the receiver`,
    )
    const first = new Map<string, CloudEventJson>()
    for (const { id, event } of accepted.splice(0)) if (!first.has(id)) first.set(id, event)
    this.#receiver.received.length = 0
    assert.equal(this.#receiver.unsigned, 0)
    assert.deepEqual(
      bySubject([...first.values()]),
      bySubject(events.toSorted(byPosition)),
      'the receiver has what the feed has',
    )
  }

  #follow(events: readonly CloudEventJson[]): void {
    for (const { type, subject, data } of events.toSorted(byPosition)) {
      if (data.record.type === 'directory_user' && typeof data.state?.to === 'string')
        this.#states.set(subject, data.state.to)
      if (type === 'muster.policy.user.create') this.#stays.add(data.record.id)
      if (type === 'muster.policy.user.end') this.#stays.delete(data.record.id)
    }
  }
}

const bySubject = (events: readonly CloudEventJson[]) =>
  Object.groupBy(events.map(withoutNames), ({ subject }) => subject)

function withoutNames(event: CloudEventJson) {
  const { data } = event
  const user = data.user && { id: data.user.id }
  const resource = data.resource && { ...data.resource, name: null }
  return { ...event, data: { ...data, user, resource } }
}
