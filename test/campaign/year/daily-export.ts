import { dateOf, day, tableOf, type Employee } from './organisation.ts'
import type { Year } from './year.ts'

/** What goes wrong with an export. */
const mistakes = {
  'a fifth of the people is missing': ({ dice, organisation }: Year) => {
    const all = organisation.everybody
    const lost = new Set(dice.sample(all.slice(1), Math.ceil(all.length / 5)))
    return tableOf(all.filter((each) => !lost.has(each)))
  },
  'the departments are empty': ({ organisation }: Year) =>
    tableOf(organisation.everybody, { empty: 'department' }),
  'the column of managers is missing': ({ organisation }: Year) =>
    tableOf(organisation.everybody, { without: 'manager_id' }),
  'everybody is in one department': ({ dice, organisation }: Year) => {
    const department = dice.pick([...organisation.departments])
    return tableOf(organisation.everybody.map((each) => ({ ...each, department })))
  },
  'everybody has left': (year: Year) =>
    tableOf(
      year.organisation.everybody.map((each) => ({
        ...each,
        lastDay: each.lastDay === '' ? dateOf(year.workspace.now() - day) : each.lastDay,
      })),
    ),
} satisfies Record<string, (year: Year) => string>
type Mistake = keyof typeof mistakes
export const mistakeNames: readonly Mistake[] = [
  'a fifth of the people is missing',
  'the departments are empty',
  'the column of managers is missing',
  'everybody is in one department',
  'everybody has left',
]

/** HR's days of someone: joiners, movers, leavers and people who come back. */
export function happenAtHr(year: Year, number: number): Set<Employee> {
  const { dice, organisation, workspace, note, reach } = year
  const now = workspace.now()
  const today = dateOf(now)
  const changed = new Set<Employee>()
  const often = Math.min(60, 10 + organisation.listed.size / 10)
  const soon = (days: number) => dateOf(now + dice.nat(days) * day)
  if (dice.chance(often)) {
    const hired = organisation.hire(soon(30), dice.chance(10))
    changed.add(hired)
    note(`${hired.id} is hired from ${hired.firstDay}`)
  }
  for (const mover of dice.sample(organisation.atWork(today), dice.nat(3))) {
    organisation.move(mover)
    changed.add(mover)
    note(`${mover.id} moves to ${mover.department} below ${mover.managerId}`)
  }
  // Whatever the seed, someone leaves early enough to come back within six weeks.
  if (dice.chance(often * 0.7) || year.isDay(number, 2, 60)) {
    for (const leaver of dice.sample(organisation.atWork(today), 1)) {
      organisation.leave(leaver, soon(20), dice.chance(50))
      changed.add(leaver)
      note(`${leaver.id} leaves after ${leaver.lastDay}`)
    }
  }
  const back =
    dice.chance(30) || year.isDay(number, 38, 60)
      ? organisation.rehire(soon(7), dice.chance(30))
      : undefined
  if (back !== undefined) {
    changed.add(back)
    note(`${back.id} comes back on ${back.firstDay}`)
    reach('a rehire')
  }
  organisation.tidy(now)
  return changed
}

/** Imports a table of people. @returns the run */
async function importTable({ workspace, note, reach }: Year, table: string, isComplete: boolean) {
  const run = await workspace.importFile('hr', table, `?complete=${isComplete}&name=people.csv`)
  const held = run.incident === null ? '' : `, incident ${run.incident?.state}`
  note(`HR's export (${isComplete ? 'complete' : 'partial'}): ${run.state}${held}`)
  reach(`an export that is ${run.state}`)
  return run
}

/** The table as it should be. */
export function importEverybody(year: Year) {
  return importTable(year, tableOf(year.organisation.everybody), true)
}

export function importSome(year: Year, people: readonly Employee[]) {
  return importTable(year, tableOf(people), false)
}

/** An export with a mistake, which a later one puts right. */
export async function importMistake(year: Year, name: Mistake): Promise<void> {
  year.note(`a mistake: ${name}`)
  year.reach(`a mistake: ${name}`)
  await importTable(year, mistakes[name](year), true)
}
