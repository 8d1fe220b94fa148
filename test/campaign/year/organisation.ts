import type { Dice } from './dice.ts'

export const day = 86_400_000
export const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** What HR knows of someone. Days are ISO dates; none is ''. */
export type Employee = {
  id: string
  employeeNumber: string
  firstName: string
  lastName: string
  email: string
  department: string
  title: string
  location: string
  type: 'employee' | 'contractor'
  managerId: string
  firstDay: string
  lastDay: string
  isManager: boolean
}

const firstDepartments = [
  'Platform',
  'Backend',
  'Mobile',
  'Field Sales',
  'Marketing',
  'IT',
  'Support',
  'Accounting',
]
const titles = ['Analyst', 'Engineer', 'Lead', 'Specialist']
const locations = ['Berlin', 'Kraków', '東京']
const firstNames = ['Ada', 'Bo', 'Chloé', 'Dov', 'Eun', 'Fatima', 'Grace', 'Håkon', 'Ines', 'José']
const lastNames = ['Moreau', 'Lindqvist', 'Okafor', 'Nowak', 'Sørensen', 'Tanaka', 'Weiß', 'Zhang']

/** The people as HR has them, and what happens to them. The first one heads everyone and never leaves. */
export class Organisation {
  readonly #dice: Dice
  /** Those whom HR lists, by id. */
  readonly listed = new Map<string, Employee>()
  /** Those whom it lists no more. */
  readonly former: Employee[] = []
  readonly departments = new Set(firstDepartments)
  #made = 0
  #reorganisations = 0

  constructor(dice: Dice, people: number, today: number) {
    this.#dice = dice
    for (let index = 0; index < people; index += 1) {
      const firstDay = dateOf(today - (30 + dice.nat(2000)) * day)
      this.hire(firstDay, index < Math.max(2, people / 10))
    }
  }

  get everybody(): Employee[] {
    return [...this.listed.values()]
  }
  /** Those who are at work that day, without the head. */
  atWork(today: string): Employee[] {
    return this.everybody
      .slice(1)
      .filter(({ firstDay, lastDay }) => firstDay <= today && (lastDay === '' || lastDay >= today))
  }
  #departmentNames(): string[] {
    return [...this.departments]
  }
  #someManager(): string {
    return this.#dice.pick(this.everybody.filter((each) => each.isManager && each.lastDay === ''))
      .id
  }

  hire(firstDay: string, isManager = false): Employee {
    const dice = this.#dice
    this.#made += 1
    const number = String(this.#made).padStart(4, '0')
    const [firstName, lastName] = [dice.pick(firstNames), dice.pick(lastNames)]
    const isContractor = !isManager && dice.chance(15)
    const hired: Employee = {
      id: `e${number}`,
      employeeNumber: `7${number}3`,
      firstName,
      lastName,
      email: `p${number}@acme.example`,
      department: dice.pick(this.#departmentNames()),
      title: dice.pick(titles),
      location: dice.pick(locations),
      type: isContractor ? 'contractor' : 'employee',
      managerId: this.listed.size === 0 ? '' : this.#someManager(),
      firstDay,
      lastDay: isContractor ? dateOf(Date.parse(firstDay) + (30 + dice.nat(2500)) * day) : '',
      isManager,
    }
    this.listed.set(hired.id, hired)
    return hired
  }

  move(mover: Employee): void {
    const dice = this.#dice
    mover.department = dice.pick(this.#departmentNames())
    if (dice.chance(50)) mover.title = dice.pick(titles)
    if (!mover.isManager) mover.managerId = this.#someManager()
  }

  /** Gives a last day. Whoever leads people is followed by their own manager, then or when they have gone. */
  leave(leaver: Employee, lastDay: string, areReportsMoved: boolean): void {
    leaver.lastDay = lastDay
    if (areReportsMoved) this.#moveReports(leaver)
  }
  #moveReports({ id, managerId }: Employee): void {
    for (const each of this.everybody) if (each.managerId === id) each.managerId = managerId
  }

  /** Takes those off the list who left long ago. */
  tidy(today: number): void {
    const before = dateOf(today - 14 * day)
    for (const each of this.everybody) {
      if (each.lastDay === '' || each.lastDay >= before) continue
      this.#moveReports(each)
      this.listed.delete(each.id)
      this.former.push(each)
    }
  }

  /** Someone comes back: under the former id, or under a new one with the same number, names and address. */
  rehire(firstDay: string, isNewId: boolean): Employee | undefined {
    const index = this.#dice.nat(this.former.length)
    const [back] = this.former.splice(index, 1)
    if (back === undefined) return undefined
    const id = isNewId ? `${back.id}r` : back.id
    const managerId = this.#someManager()
    const again = { ...back, id, firstDay, lastDay: '', isManager: false, managerId }
    this.listed.set(id, again)
    return again
  }

  /** The two largest departments become one: a new one, or one that is there. */
  reorganise(): string {
    const dice = this.#dice
    this.#reorganisations += 1
    const sizeOf = (name: string) =>
      this.everybody.filter(({ department }) => department === name).length
    const bySize = this.#departmentNames().toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const [merged, others] = [bySize.slice(0, 2), bySize.slice(2)]
    const isNew = others.length < 5 || dice.chance(50)
    const next = isNew ? `Group ${this.#reorganisations}` : dice.pick(others)
    if (isNew) this.departments.add(next)
    for (const name of merged) this.departments.delete(name)
    for (const each of this.everybody) {
      if (!merged.includes(each.department)) continue
      each.department = next
      if (!each.isManager && dice.chance(50)) each.managerId = this.#someManager()
    }
    return `${merged.join(' and ')} become ${next}`
  }
}

/** The columns of Muster's own table, from someone. */
const columns: Readonly<Record<string, (each: Employee) => string>> = {
  id: ({ id }) => id,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  email: ({ email }) => email,
  employee_id: ({ employeeNumber }) => employeeNumber,
  department: ({ department }) => department,
  title: ({ title }) => title,
  location: ({ location }) => location,
  type: ({ type }) => type,
  manager_id: ({ managerId }) => managerId,
  first_day: ({ firstDay }) => firstDay,
  last_day: ({ lastDay }) => lastDay,
}

/** A table of people. `empty` is a column that has lost its values, `without` one that is not there at all. */
export function tableOf(
  people: readonly Employee[],
  lost: { empty?: string; without?: string } = {},
): string {
  const shown = Object.entries(columns).filter(([name]) => name !== lost.without)
  const lines = people.map((each) =>
    shown.map(([name, value]) => (name === lost.empty ? '' : value(each))).join(','),
  )
  return `${[shown.map(([name]) => name).join(','), ...lines].join('\n')}\n`
}
