import type { Dice } from './dice.ts'
import type { ToldEvents } from './events.ts'
import type { Organisation } from './organisation.ts'
import type { YearWorkspace } from './workspace.ts'

/** A year under way. */
export type Year = {
  dice: Dice
  workspace: YearWorkspace
  organisation: Organisation
  told: ToldEvents
  /** Whether a day has a place in the calendar: `day` of each `of` days, more often in a year that is short. */
  isDay: (number: number, day: number, of: number) => boolean
  /** Writes down what is done, for the report of a day that fails. */
  note: (act: string) => void
  /** Adds to what the year has reached. */
  reach: (what: string) => void
}

/** The directory user of an account at HR; undefined where nobody has it. */
export async function personOf({ workspace }: Year, account: string): Promise<string | undefined> {
  const integration = workspace.sources.hr.split('/').at(-1)
  const filter = `filter[integration_id]=${integration}&filter[vendor_id]=${account}`
  const { body } = await workspace.must('GET', `/directory/users?${filter}`)
  return body.data[0]?.id
}
