import type { JsonObject } from '../../contract/json.ts'
import { isNoDay, readDay } from './read-day.ts'

const ofRehires =
  /^(?:(?:latest|last|most recent)[ _]?)?(?:re-?[ _]?(?:hired?|employed|employment|entry|joining|instatement)|wiedereintritt|wiedereinstellung)(?:[ _]?(?:date|on|dt|day))?$|^wiedereintrittsdatum$/i

/** Whether a record says that the person has come back after that day, and by today. */
export function wasRehired(record: JsonObject, end: readonly string[], today: string): boolean {
  return Object.entries(record).some(([key, value]) => {
    if (!ofRehires.test(key.trim()) || isNoDay(value)) return false
    const days = readDay(value)
    return days.length > 0 && days.every((day) => day <= today && end.every((last) => day >= last))
  })
}
