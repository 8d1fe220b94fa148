import { show } from '../file/clean-value.ts'
import { quoting } from '../file/unreadable-export.ts'
import { wordsOf } from '../file/words-of-name.ts'

/** What a row is of, where the first column has its name or number. A list of rooms or phones may be one of people. */
const ofThings =
  /^(?:(?:computer|device|asset|laptop|machine|host|server|vm) (?:name|id|tag|number|serial(?: number)?|host ?name)|host ?name|imei|(?:ticket|case|issue|incident|request|meeting|webinar|invoice|order|booking|reservation) (?:id|number|no|nr|key)|licen[cs]e key|(?:course|training|event|webinar) ?(?:name|id|code|title)|geratename|rechnername|seriennummer|ticket ?nummer)$/
/** People may have one each; their state is not told by that of the other. */
const ofEvents = /^(?:course|training|event|webinar)$/
const ofCourses =
  /^(?:(?:course|training|module|exam|certificat(?:e|ion)) ?(?:name|title|code)?|kurs|schulung|formation|curso|corso)$/
const ofResults =
  /^(?:completed?(?: (?:on|at|date))?|completion (?:date|status)|date completed|enrol?led(?: (?:on|at|date))?|enrol?lment date|abgeschlossen(?: am)?)$/

/** Throws UnreadableExport for a list of devices, tickets or courses, whose states and ends would be taken for those of people. */
export function refuseThings(columns: readonly string[]): void {
  const words = columns.map(wordsOf)
  const [first = ''] = words
  const isOfEvents = ofEvents.test(first) && words.includes('status')
  const at =
    ofThings.test(first) || isOfEvents
      ? 0
      : words.some((each) => ofResults.test(each))
        ? words.findIndex((each) => ofCourses.test(each))
        : -1
  const column = columns[at]
  if (column === undefined) return
  throw quoting(
    'This may be a list of devices, tickets, courses or the like, and not of people, by its column',
    show(column),
    '. Export the people themselves. If each row is a person all the same, use --shape accounts.',
  )
}
