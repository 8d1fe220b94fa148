import type { JsonObject } from '../../contract/json.ts'
import type { AccountMapping } from './mapping.ts'
import type { AccountState } from './source-record.ts'
import { lookUp, saidAt, tableKey } from './value-path.ts'

/** `Li Wei (102)`, `Ada Moreau (she/her)`, `Ada Moreau [left 03/2024]`. Each tells in time that grows with its length. */
const bracketsBehind = /\s[([]([^()[\]]{1,100})[)\]]\s*$/u
/** `Ada Moreau <ada@acme.example>` */
const addressBehind = /\s?<[^\s<>@]{1,100}@[^\s<>@]{1,254}>$/u

/** A name without what is in brackets behind it. */
export function withoutRemarks(full: string): string {
  const bare = full
    .replace(/^(\*\*|__)(.+)\1$/u, '$2')
    .replace(addressBehind, '')
    .replace(bracketsBehind, '')
    .replace(bracketsBehind, '')
    .trim()
  return bare === '' ? full : bare
}

/** The words in brackets behind a name, as tables of states have them: without numbers and days. Null without any. */
export function remarkBehind(name: string): string | null {
  const [, said = ''] = bracketsBehind.exec(name.slice(-300)) ?? []
  const words = said.replaceAll(/[\d./:-]*\d[\d./:-]*/g, ' ').replaceAll(/\s+/gu, ' ')
  return /\p{L}{2}/u.test(words) && !words.includes('/') ? (tableKey(words) ?? null) : null
}

/** What the mapping says of a remark behind the name of the record; null where it says nothing. */
export function stateInName(
  record: JsonObject,
  {
    full_name: full,
    last_name: last,
    first_name: first,
    state: { in_names: table },
  }: AccountMapping,
): AccountState | null {
  if (table === undefined) return null
  const remarks = [full, last, first].flatMap((paths) => {
    const name = saidAt(record, paths)
    return typeof name === 'string' ? (remarkBehind(name) ?? []) : []
  })
  return remarks.map((remark) => lookUp(table, remark)).find((state) => state !== undefined) ?? null
}
