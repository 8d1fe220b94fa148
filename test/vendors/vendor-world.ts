import type { JsonObject } from '../../src/contract/json.ts'
import type { Seeded } from './seeded.ts'

/** `left`: deactivated at the vendor, and still known there. */
export type PersonState = 'active' | 'suspended' | 'left'
/**
 * What a vendor's record of an account that has not left can say besides: `row` replaces keys of it. `state`: what that is, whatever the
 * state in the world; `unknown`: no documented one, so that the account is there and nothing more. `kind`: what the account is of.
 */
export type AccountForm = {
  row: JsonObject
  state?: 'active' | 'suspended' | 'unknown'
  kind?: 'bot' | 'guest' | 'service' | undefined
}
export type WorldPerson = {
  id: number
  name: string
  state: PersonState
  form: AccountForm
  changedAt: number
}

/** The keys that a record of the person has besides the usual ones. */
export const saidBesides = ({ state, form }: WorldPerson): JsonObject =>
  state === 'left' ? {} : form.row
export type WorldGroup = {
  id: number
  name: string
  /** `project` where the vendor has two kinds. */
  kind: 'group' | 'project'
  /** The role of each person in it, by id. */
  members: Map<number, string>
  changedAt: number
  membersChangedAt: number
}

type WorldOptions = {
  people: number
  groups: number
  roles: readonly string[]
  /** Without them all accounts are people's, and usual. */
  forms?: readonly AccountForm[] | undefined
}

const usual: AccountForm = { row: {} }

/** What a vendor holds, and what has happened there since {@link startRun}. */
export class VendorWorld {
  readonly people = new Map<number, WorldPerson>()
  readonly groups = new Map<number, WorldGroup>()
  /** When each that is gone for good went, by id. */
  readonly gonePeople = new Map<number, number>()
  readonly goneGroups = new Map<number, number>()
  /** Milliseconds; only {@link advance} moves it. */
  now = Date.UTC(2026, 0, 1)
  /** People and members who have been there, and active, at all times since. */
  steadyPeople = new Set<number>()
  steadyGroups = new Set<number>()
  steadyMembers = new Set<string>()
  readonly #random: Seeded
  readonly #roles: readonly string[]
  readonly #forms: readonly AccountForm[]
  #lastId = 100

  constructor(random: Seeded, { people, groups, roles, forms = [] }: WorldOptions) {
    this.#random = random
    this.#roles = roles
    this.#forms = forms
    for (let count = 0; count < people; count += 1) this.#addPerson()
    for (let count = 0; count < groups; count += 1) this.#addGroup()
    for (let count = 0; count < people * 2; count += 1) this.#addMember()
    this.startRun()
  }

  advance(milliseconds: number): void {
    this.now += milliseconds
  }

  startRun(): void {
    const people = [...this.people.values()].filter(
      ({ state, form }) => state === 'active' && (form.state ?? state) === 'active',
    )
    this.steadyPeople = new Set(people.map(({ id }) => id))
    this.steadyGroups = new Set(this.groups.keys())
    this.steadyMembers = new Set()
    for (const { id, members } of this.groups.values())
      for (const person of members.keys()) this.steadyMembers.add(`${id}:${person}`)
  }

  /** One change. */
  change(): void {
    const random = this.#random
    const changes = [
      () => this.#addPerson(),
      () => this.#addPerson(),
      () => this.#changePerson((person) => (person.name = `name-${random.integer(1000)}`)),
      () => this.#changePerson((person) => this.#setState(person, 'suspended')),
      () => this.#changePerson((person) => this.#setState(person, 'active')),
      () => this.#changePerson((person) => this.#setState(person, 'left')),
      () => this.#removePerson(),
      () => this.#addGroup(),
      () => this.#removeGroup(),
      () => this.#renameGroup(),
      () => this.#addMember(),
      () => this.#addMember(),
      () => this.#addMember(),
      () => this.#removeMember(),
      () => this.#removeMember(),
    ]
    random.pick(changes)?.()
  }

  #newId(): number {
    this.#lastId += 1 + this.#random.integer(3)
    return this.#lastId
  }

  #addPerson(): void {
    const id = this.#newId()
    const form = this.#random.chance(0.5) ? this.#random.pick(this.#forms) : undefined
    const name = `name-${id}`
    this.people.set(id, { id, name, state: 'active', form: form ?? usual, changedAt: this.now })
  }

  #changePerson(change: (person: WorldPerson) => void): void {
    const person = this.#random.pick([...this.people.values()])
    if (person === undefined) return
    change(person)
    person.changedAt = this.now
  }

  #setState(person: WorldPerson, state: PersonState): void {
    person.state = state
    if (state !== 'active') this.steadyPeople.delete(person.id)
    // Who leaves leaves groups too.
    if (state === 'left') this.#leaveGroups(person.id)
  }

  #removePerson(): void {
    const person = this.#random.pick([...this.people.values()])
    if (person === undefined || this.people.size < 4) return
    this.people.delete(person.id)
    this.gonePeople.set(person.id, this.now)
    this.steadyPeople.delete(person.id)
    this.#leaveGroups(person.id)
  }

  #leaveGroups(id: number): void {
    for (const group of this.groups.values()) if (group.members.has(id)) this.#leave(group, id)
  }

  #leave(group: WorldGroup, id: number): void {
    group.members.delete(id)
    group.membersChangedAt = this.now
    this.steadyMembers.delete(`${group.id}:${id}`)
  }

  #addGroup(): void {
    const id = this.#newId()
    const kind = this.#random.chance(0.5) ? 'group' : 'project'
    const times = { changedAt: this.now, membersChangedAt: this.now }
    this.groups.set(id, { id, name: `group-${id}`, kind, members: new Map(), ...times })
  }

  #removeGroup(): void {
    const group = this.#random.pick([...this.groups.values()])
    if (group === undefined || this.groups.size < 3) return
    this.groups.delete(group.id)
    this.goneGroups.set(group.id, this.now)
    this.steadyGroups.delete(group.id)
    for (const person of group.members.keys()) this.steadyMembers.delete(`${group.id}:${person}`)
  }

  #renameGroup(): void {
    const group = this.#random.pick([...this.groups.values()])
    if (group === undefined) return
    group.name = `group-${this.#random.integer(1000)}`
    group.changedAt = this.now
  }

  #addMember(): void {
    const group = this.#random.pick([...this.groups.values()])
    const person = this.#random.pick([...this.people.values()])
    if (group === undefined || person === undefined || person.state === 'left') return
    group.members.set(person.id, this.#random.pick(this.#roles) ?? 'member')
    group.membersChangedAt = this.now
  }

  #removeMember(): void {
    const group = this.#random.pick([...this.groups.values()])
    const id = this.#random.pick([...(group?.members.keys() ?? [])])
    if (group !== undefined && id !== undefined) this.#leave(group, id)
  }
}
