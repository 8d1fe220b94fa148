import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { encodeId } from '../src/contract/ids.ts'
import { importExport } from '../src/connectors/import/import-export.ts'
import { connectOkta } from './connect-okta.ts'
import { makeOwner, testServer, type Answer, type TestServer } from './harness.ts'
import {
  day,
  fold,
  Model,
  valuesOf,
  type ModelCondition,
  type ModelPerson,
  type ModelRule,
} from './history-model.ts'
import { okta } from './import-world.ts'
import { testActor } from './people-fixture.ts'
import { emptyWorld } from './policy-world.ts'

const start = Date.parse('2026-05-01T00:00:00Z')
const half = day / 2
/** Two servers of one database, whose clock the worlds move. */
export type HistoryServers = { one: TestServer; two: TestServer; directory: string; now: number }

/** They end with the test file that asks for them. */
export async function historyServers(): Promise<HistoryServers> {
  const time = { now: start }
  const clock = () => new Date(time.now)
  const one = await testServer({ clock })
  const two = await testServer({ over: one, clock })
  const directory = await mkdtemp(join(tmpdir(), 'muster-history-'))
  after(() => rm(directory, { recursive: true }))
  return Object.assign(time, { one, two, directory })
}

export const departments = ['Sales', 'sales ', 'Legal', 'Finance', 'ÉQUIPE', 'équipe']
const tags = ['red', 'blue', 'green']
type Account = { department?: string; level?: number; tags?: string[]; managerId?: string }

/** A workspace behind two servers, and the model beside it, which learns what was accepted. */
export class HistoryWorld {
  readonly model = new Model(start)
  readonly accounts = new Map<string, Account>()
  readonly groups: string[] = []
  /** Ruleset → its resource, of groups. */
  readonly resources = new Map<string, string>()
  dimensionId = ''
  readonly #servers: HistoryServers
  #token = ''
  #roll = 1

  constructor(servers: HistoryServers) {
    this.#servers = servers
  }

  /** What is picked from here on follows from it: in the order in which it was made, as ids differ from run to run. */
  seed(roll: number): void {
    this.#roll = roll + 1
  }
  /** A linear congruential generator (Numerical Recipes) is random enough to pick by. */
  nat(below: number): number {
    this.#roll = (Math.imul(this.#roll, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#roll / 2 ** 32) * below)
  }
  pick<T>(from: readonly T[]): T {
    const [found] = from.slice(this.nat(from.length))
    if (found === undefined) throw new Error('there is nothing to pick from')
    return found
  }
  chance(percent: number): boolean {
    return this.nat(100) < percent
  }

  get now(): number {
    return this.#servers.now
  }
  /** Half a day or more, or to the next half day exactly, or beside it. */
  pass(): void {
    const onward = this.pick([half, half, half - 1, 1, day, 3 * half])
    this.#servers.now = this.chance(30)
      ? (Math.floor(this.now / half) + 1) * half
      : this.now + onward
  }
  passTo(at: number): void {
    this.#servers.now = at
  }
  /** A future instant, which other items are likely to share. */
  ahead(): number {
    return (Math.floor(this.now / half) + 1 + this.nat(6)) * half
  }

  anybody(): ModelPerson {
    return this.pick([...this.model.people.values()])
  }
  anyRule(): ModelRule {
    return this.pick([...this.model.rules.values()])
  }
  anyRuleset(): string {
    return this.pick([...this.model.rulesets.keys()])
  }

  /** One of the servers answers; everything due has happened by then. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const { one, two } = this.#servers
    const on = this.chance(50) ? one : two
    const sent = body === undefined ? {} : { body }
    const answer = await on.call(method, path, { token: this.#token, ...sent })
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`)
    this.model.passTo(this.now)
    return answer
  }
  async isDone(method: string, path: string, body?: unknown): Promise<boolean> {
    return (await this.call(method, path, body)).status < 400
  }
  async must(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer
  }
  /** Whether a plan of that operation could be created; it is applied then. */
  async isPlanned(operation: object): Promise<boolean> {
    const made = await this.call('POST', '/policy/plans', { operations: [operation] })
    if (made.status >= 400) return false
    await this.must('POST', `/policy/plans/${made.body.id}/apply`)
    return true
  }

  async begin(): Promise<void> {
    this.#servers.now = start
    await this.#servers.one.query(emptyWorld)
    this.#token = (await makeOwner(this.#servers.one)).token
    await this.#servers.one.query(
      `update policy_settings set removal_limit_people = 1000000, addition_limit_people = 1000000,
         account_limit_people = 1000000, expires_after_days = 0`,
    )
    await connectOkta(this.#servers.one.database, ['department', 'level', 'tags'])
    for (let index = 0; index < 6; index++) this.accounts.set(`p${index}`, this.account(index))
    await this.feed()
    await this.#govern()
    for (const state of ['active', 'staged', 'active'] as const) {
      const body = { first_name: 'x', last_name: 'y', state }
      this.addPerson((await this.must('POST', '/directory/users', body)).body.id, state)
    }
    this.model.follow()
  }

  async #govern(): Promise<void> {
    const { body } = await this.must('POST', '/directory/dimensions', {
      handle: 'department',
      name: 'Department',
      profile_key: 'department',
      attributes_enabled: true,
    })
    this.dimensionId = body.id
    await this.learnAttributes()
    const rulesets = await this.#servers.one.query<{ id: string; resource: string }>(
      `with made as (insert into resource (integration_id, type, vendor_id, name)
         select i.id, 'idp_group', n.name, n.name from integration i, unnest('{a,b}'::text[]) as n (name) returning id)
       insert into ruleset (type, resource_id, state) select 'idp_group', id, 'managed' from made returning id, resource_id as resource`,
    )
    for (const { id, resource } of rulesets) {
      const group = this.#addRuleset(id, null)
      this.groups.push(group)
      this.resources.set(group, encodeId('resource', resource))
    }
    await this.must('PATCH', '/policy/settings', { expires_after_days: 2 })
    this.model.workspaceDays = 2
  }

  /** The account of a person at the source. Managers come before their reports. */
  account(index: number): Account {
    return {
      ...(this.chance(85) ? { department: this.pick(departments) } : {}),
      ...(this.chance(70) ? { level: this.nat(4) } : {}),
      ...(this.chance(60) ? { tags: tags.filter(() => this.chance(40)) } : {}),
      ...(index > 0 && this.chance(50) ? { managerId: `p${this.nat(index)}` } : {}),
    }
  }

  async feed(): Promise<void> {
    const path = join(this.#servers.directory, `${randomUUID()}.jsonl`)
    const lines = [...this.accounts].map(([id, profile]) => JSON.stringify(okta(id, { profile })))
    await writeFile(path, lines.join('\n'))
    const asked = {
      integrationHandle: 'okta',
      path,
      isComplete: true,
      actor: testActor,
    }
    const { refused, rowsBad } = await importExport(this.#servers.one.database, asked)
    assert.deepEqual({ refused, rowsBad }, { refused: undefined, rowsBad: 0 })
    this.model.passTo(this.now)
    await this.#learnPeople()
    if (this.dimensionId !== '') await this.learnAttributes()
    this.model.follow()
  }

  async #learnPeople(): Promise<void> {
    const rows = await this.#servers.one.query<{ id: string; vendor_id: string }>(
      'select u.id, i.vendor_id from identity i join directory_user u on u.id = i.directory_user_id',
    )
    const ids = new Map(rows.map((row) => [row.vendor_id, encodeId('directoryUser', row.id)]))
    const { people } = this.model
    for (const [account, { managerId: _, ...profile }] of this.accounts) {
      const id = ids.get(account) ?? ''
      Object.assign(people.get(id) ?? this.addPerson(id, 'active'), { profile })
    }
    for (const [account, { managerId = '' }] of this.accounts) {
      const person = people.get(ids.get(account) ?? '')
      const manager = people.get(ids.get(managerId) ?? '')
      // The source is not heard about the deleted, who stay managers of the people below them.
      if (person?.isDeleted !== false) continue
      person.manager = manager?.id ?? null
    }
  }

  /** Exactly one attribute for each value that a profile holds. */
  async learnAttributes(): Promise<void> {
    const rows = await this.#servers.one.query<
      Record<'id' | 'value' | 'name' | 'ruleset' | 'rule', string>
    >(
      `select a.id, a.profile_value as value, a.name, s.id as ruleset, r.id as rule from attribute a
       join ruleset s on s.attribute_id = a.id join rule r on r.ruleset_id = s.id and r.is_imported
       order by a.profile_value collate "C"`,
    )
    const { attributes, people, dimension } = this.model
    this.#dropFormerValues()
    const tested = new Set([...this.model.rules.values()].flatMap((rule) => rule.tested.map(fold)))
    const wanted = new Set([...attributes.values()].map(({ value }) => fold(value)))
    for (const { profile } of dimension.isActive ? people.values() : [])
      for (const value of valuesOf(profile ?? {}, 'department'))
        if (!tested.has(value)) wanted.add(value)
    assert.deepEqual(rows.map(({ value }) => fold(value)).toSorted(), [...wanted].toSorted())
    for (const row of rows) {
      const id = encodeId('attribute', row.id)
      if (attributes.has(id)) continue
      attributes.set(id, { id, value: row.value, name: row.name, isActive: true })
      const ruleset = this.#addRuleset(row.ruleset, id)
      const tested = [row.value]
      const conditions = [testOf(tested)]
      const imported = encodeId('rule', row.rule)
      this.addRule(imported, ruleset, { state: 'live', isImported: true, tested, conditions })
    }
  }

  /** Of the values that an attribute's rule tests, those that some profile holds, and its own. */
  stillHeld(values: readonly string[], own: string): string[] {
    const profiles = [...this.model.people.values()].map(({ profile }) => profile ?? {})
    const held = new Set(profiles.flatMap((profile) => valuesOf(profile, 'department')))
    const former = values.filter((value) => fold(value) !== fold(own) && held.has(fold(value)))
    return [...former, own]
  }

  #dropFormerValues(): void {
    for (const rule of this.model.rules.values()) {
      const own = rule.tested.at(-1)
      if (own === undefined || rule.tested.length < 2) continue
      rule.tested = this.stillHeld(rule.tested, own)
      rule.conditions = [testOf(rule.tested)]
    }
  }

  addPerson(id: string, base: ModelPerson['base'], more: Partial<ModelPerson> = {}): ModelPerson {
    const nothing = { expiresAt: null, startsAt: null, manager: null, parent: null, profile: null }
    const person: ModelPerson = { id, base, isDeleted: false, ...nothing, ...more }
    this.model.people.set(id, person)
    return person
  }

  addRule(id: string, ruleset: string, more: Partial<ModelRule>): void {
    const nothing = { expiresAt: null, beginsAt: null, replaces: null, graceDays: null }
    const made = {
      state: 'staged',
      priority: 100,
      activatedAt: this.now,
      isImported: false,
      tested: [],
    } as const
    this.model.rules.set(id, { id, ruleset, conditions: [], ...made, ...nothing, ...more })
  }

  #addRuleset(uuid: string, attribute: string | null): string {
    const id = encodeId('ruleset', uuid)
    this.model.rulesets.set(id, { id, isManaged: true, graceDays: null, attribute })
    return id
  }
}

/** The condition of an attribute's imported rule, for these values. */
export function testOf(values: readonly string[]): ModelCondition {
  const [value = '', ...more] = values
  const asks = { type: 'identity', key: 'department', orAbsent: false } as const
  return more.length === 0
    ? { ...asks, operator: 'equals', value }
    : { ...asks, operator: 'in', value: JSON.stringify(values) }
}

export const iso = (at: number): string => new Date(at).toISOString()
