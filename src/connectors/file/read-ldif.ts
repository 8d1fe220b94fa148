import { putOwn, type JsonValue } from '../../contract/json.ts'
import { show } from './clean-value.ts'
import { ldifValue } from './ldif-value.ts'
import { tooLongRow, type RawRow } from './raw-row.ts'
import { limits } from './source-record.ts'
import { createLineSplitter, type Line } from './split-lines.ts'
import { quoting } from './unreadable-export.ts'

type Entry = { line: number; lines: string[]; chars: number }

/**
 * LDIF of RFC 2849: one object per entry, with its `dn`; an attribute of several values is a list. An entry that is added is one
 * like any other. Throws UnreadableExport for another change: in a log of changes, earlier entries are out of date.
 */
export async function* readLdif(chunks: AsyncIterable<string>): AsyncGenerator<RawRow[]> {
  const splitter = createLineSplitter(limits.recordChars)
  let entry: Entry | null = null

  function finish(): RawRow[] {
    const done = entry
    entry = null
    return done === null ? [] : rowsOf(done)
  }

  function take({ line, text }: Line): RawRow[] {
    if (text === null) return [...finish(), tooLongRow(line)]
    if (text === '') return finish()
    entry ??= { line, lines: [], chars: 0 }
    entry.chars += text.length
    if (text.startsWith(' ') && entry.lines.length > 0)
      entry.lines[entry.lines.length - 1] += text.slice(1)
    else entry.lines.push(text)
    if (entry.chars <= limits.recordChars) return []
    const { line: begin } = entry
    entry = null
    return [tooLongRow(begin)]
  }

  for await (const chunk of chunks) yield splitter.push(chunk).flatMap(take)
  yield [...splitter.end().flatMap(take), ...finish()]
}

/** The version and comments are no entry. */
function rowsOf({ line, lines, chars }: Entry): RawRow[] {
  const said = lines.filter((each) => !each.startsWith('#') && !/^version:/i.test(each))
  if (said.length === 0) return []
  const value = entryOf(said)
  if (typeof value === 'string') return [{ kind: 'bad', line, reason: value }]
  const { changetype: change, ...attributes } = value
  if (change !== undefined && !isAdd(change))
    throw quoting(
      `This is a log of changes, not a list of entries as they are now (line ${line} has a changetype`,
      `${show(change)} of ${show(value['dn'] ?? null)}`,
      '). Export the entries instead: ldapsearch -LLL, slapcat, or ldifde -f.',
    )
  return [{ kind: 'raw', line, value: attributes, chars }]
}

function isAdd(change: JsonValue): boolean {
  return typeof change === 'string' && change.trim().toLowerCase() === 'add'
}

/** The entry, or what is wrong with it. */
function entryOf(lines: readonly string[]): Record<string, JsonValue> | string {
  if (!/^dn:/i.test(lines[0] ?? '')) return 'an entry begins with dn:'
  const values = new Map<string, string[]>()
  const names = new Map<string, string>()
  for (const line of lines) {
    const parts = /^([A-Za-z0-9.-]+)((?:;[A-Za-z0-9=*-]+)*):([:<]?) *(.*)$/s.exec(line)
    const [, type = '', options = '', mark = '', text = ''] = parts ?? []
    // The lines of a change: `-`, or what it does.
    if (parts === null) return 'an entry has a line that is not LDIF'
    const name = `${type}${options.replaceAll(/;(?:binary|range=[^;]*)/gi, '')}`
    const value = ldifValue(type, mark, text)
    if (value === null) continue
    const known =
      names.get(name.toLowerCase()) ?? (/^changetype$/i.test(name) ? 'changetype' : name)
    names.set(name.toLowerCase(), known)
    const before = values.get(known)
    if (before === undefined) values.set(known, [value])
    else before.push(value)
    // What follows are the lines of the change.
    if (known === 'changetype' && !isAdd(value)) break
  }
  return entryWith(values)
}

/** An attribute of one value is a text. */
function entryWith(values: ReadonlyMap<string, string[]>): Record<string, JsonValue> {
  const entry: Record<string, JsonValue> = {}
  for (const [name, list] of values) putOwn(entry, name, list.length === 1 ? (list[0] ?? '') : list)
  return entry
}
