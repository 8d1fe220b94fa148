import assert from 'node:assert/strict'
import { administer, admitSomebody } from './administration.ts'
import { compareAfterDay } from './after-a-day.ts'
import { importCodeHost } from './code-host.ts'
import {
  happenAtHr,
  importEverybody,
  importMistake,
  importSome,
  mistakeNames,
} from './daily-export.ts'
import { createDice } from './dice.ts'
import { ToldEvents } from './events.ts'
import { approveRejected, decideIncidents, openIncidents } from './incidents.ts'
import { dateOf, Organisation, type Employee } from './organisation.ts'
import { upgradePolicy } from './policy.ts'
import { changeWorkspaceUsers, Services } from './services.ts'
import { startWorkspace } from './workspace.ts'
import type { Year } from './year.ts'

export type YearOptions = {
  seed: number
  people: number
  days: number
  /** What is derived is compared after each so many days, and after the last; events are after each. */
  deepDays: number
  /** How many times as often as in a year everything comes that has its day. */
  pace: number
  /** Of days that are over. */
  onDay?: (text: string) => void
}

const minute = 60_000

/**
 * Lets an organisation live for so many days through the API, and compares after each. All days of a seed are the same.
 * @returns what was done, and how often
 */
export async function liveAYear(options: YearOptions): Promise<Map<string, number>> {
  const { seed, people, days, deepDays, pace, onDay } = options
  const dice = createDice(seed)
  const workspace = await startWorkspace(dice)
  const reached = new Map<string, number>()
  let acts: string[] = []
  const year: Year = {
    dice,
    workspace,
    organisation: new Organisation(dice, people, workspace.now()),
    told: await ToldEvents.begin(workspace),
    note: (act) => void acts.push(act),
    isDay: (number, day, of) => number % Math.ceil(of / pace) === Math.round(day / pace),
    reach: (what) => void reached.set(what, (reached.get(what) ?? 0) + 1),
  }
  const calendar = new Days(year)
  for (let number = 0; number <= days; number += 1) {
    acts = []
    try {
      if (number === 0) await begin(year)
      else await calendar.live(number)
      const isDeep = number % deepDays === 0 || number === days
      await compareAfterDay(year, { isDeep })
      if (number === days) await assertAsHrSays(year)
    } catch (error) {
      const date = dateOf(workspace.now())
      throw new Error(`seed ${seed}, day ${number} (${date}):\n${acts.join('\n')}`, {
        cause: error,
      })
    }
    onDay?.(`day ${number}: ${year.told.total} events, ${acts.length} acts`)
  }
  for (const [refused, times] of workspace.refusals) reached.set(`refused: ${refused}`, times)
  return reached
}

/** Lower than the defaults, so that a mistake exceeds them in a small organisation too. */
const limits = {
  account_limit_percent: 10,
  account_limit_people: 3,
  overall_limit_percent: 10,
  overall_limit_people: 5,
  expires_after_days: 3,
}

async function begin(year: Year): Promise<void> {
  const { workspace } = year
  await workspace.must('PATCH', '/policy/settings', limits)
  await importEverybody(year)
  await importCodeHost(year)
  await upgradePolicy(year)
}

/** In each two months, so that a short year has some. The others come at random. */
const plannedMistakes: readonly Planned[] = [
  { day: 10, mistake: 'a fifth of the people is missing', decision: 'reject' },
  { day: 20, mistake: 'the departments are empty' },
  { day: 40, mistake: 'a fifth of the people is missing', decision: 'approve' },
]
type Planned = {
  day: number
  mistake: (typeof mistakeNames)[number]
  decision?: 'approve' | 'reject'
}

/** The days after the first. */
class Days {
  readonly #year: Year
  readonly #services = new Services()
  /** Those whose changes HR has not exported yet. */
  #unexported = new Set<Employee>()
  #outageUntil = 0
  /** Whether an export of the day before was wrong, and nobody has put it right. */
  #isWrong = false

  constructor(year: Year) {
    this.#year = year
  }

  async live(number: number): Promise<void> {
    const { workspace, dice, organisation, note, reach } = this.#year
    workspace.nextMorning(dice)
    for (const changed of happenAtHr(this.#year, number)) this.#unexported.add(changed)
    const isReorganised = this.#year.isDay(number, 30, 91)
    if (isReorganised) {
      note(`a reorganisation: ${organisation.reorganise()}`)
      reach('a reorganisation')
    }
    await this.#export(number, isReorganised)
    workspace.pass(dice.nat(120) * minute)
    await this.#administration(number)
    if (!this.#isWrong || isReorganised) await decideIncidents(this.#year, 'approve')
  }

  async #export(number: number, isReorganised: boolean): Promise<void> {
    const { workspace, dice, note, reach } = this.#year
    if (isReorganised) return this.#putRight()
    const planned = plannedMistakes.find(({ day }) => this.#year.isDay(number, day, 60))
    if (planned === undefined && this.#outageUntil > number)
      return note('the source is not to be reached')
    if (this.#year.isDay(number, 36, 60) || dice.chance(2)) {
      this.#outageUntil = number + 2 + dice.nat(4)
      reach('an outage')
    }
    if (planned !== undefined || (!this.#isWrong && dice.chance(4))) {
      const unplanned = () =>
        dice.chance(50) ? { decision: 'reject' as const } : { decision: undefined }
      const { mistake, decision } = planned ?? {
        mistake: dice.pick(mistakeNames),
        ...unplanned(),
      }
      await importMistake(this.#year, mistake)
      this.#isWrong = true
      workspace.pass(dice.nat(240) * minute)
      if (decision !== undefined) await decideIncidents(this.#year, decision)
      if (dice.chance(50)) return
    } else if (this.#unexported.size > 0 && !this.#isWrong && dice.chance(15)) {
      await importSome(this.#year, [...this.#unexported])
      this.#unexported = new Set()
      return
    }
    await this.#putRight()
  }

  /** A correct and complete export. */
  async #putRight(): Promise<void> {
    const before = await openIncidents(this.#year)
    await importEverybody(this.#year)
    const after = await openIncidents(this.#year)
    if (before.some((id) => !after.includes(id))) this.#year.reach('an incident: put right')
    this.#unexported = new Set()
    this.#isWrong = false
  }

  async #administration(number: number): Promise<void> {
    const { dice, workspace } = this.#year
    if (this.#year.isDay(number, 3, 7)) await importCodeHost(this.#year)
    if (this.#year.isDay(number, 15, 30)) await upgradePolicy(this.#year)
    for (let count = dice.nat(4); count > 0; count -= 1) {
      await administer(this.#year)
      workspace.pass(dice.nat(60) * minute)
    }
    if (this.#year.isDay(number, 12, 60)) await admitSomebody(this.#year)
    if (this.#year.isDay(number, 13, 60)) await this.#services.create(this.#year)
    if (this.#year.isDay(number, 14, 60)) await this.#services.deactivateOne(this.#year)
    if (dice.chance(30)) await this.#services.change(this.#year)
    if (dice.chance(10)) await changeWorkspaceUsers(this.#year)
    await this.#services.callAll(this.#year)
  }
}

/** Once everything that is held is approved, the accounts at work are those of HR, but for those that wait for a person. */
async function assertAsHrSays(year: Year): Promise<void> {
  const { workspace, organisation } = year
  await importEverybody(year)
  await decideIncidents(year, 'approve')
  await approveRejected(year)
  assert.deepEqual(await openIncidents(year), [])
  const rows = await workspace.server.query<Record<'id' | 'state' | 'department', string>>(
    `select i.vendor_id as id, i.state, i.profile ->> 'department' as department from identity i
     where i.integration_id = (select id from integration where handle = 'hr')`,
  )
  const waiting = new Set(rows.flatMap(({ id, state }) => (state === 'orphan' ? [id] : [])))
  const today = dateOf(workspace.now())
  const atWork = organisation.everybody
    .slice(0, 1)
    .concat(organisation.atWork(today))
    .filter(({ id }) => !waiting.has(id))
  assert.deepEqual(
    rows
      .flatMap(({ id, state, department }) => (state === 'active' ? [`${id} ${department}`] : []))
      .toSorted(),
    atWork.map(({ id, department }) => `${id} ${department}`).toSorted(),
    'the accounts at work are those of HR',
  )
}
