/** What to do about a row that was refused. */
export type Remedy = {
  /** In words that fit the console, the API and the command line. */
  text: string
  /** The part of the mapping where it is done, or may be; null where the mapping can't help. */
  mappingPath: string | null
}

const inMapping = (mappingPath: string, text: string): Remedy => ({ text, mappingPath })
const inSource = (text: string): Remedy => ({ text, mappingPath: null })

/** By the reason; the first that matches counts. */
const remedies: readonly [reason: RegExp, remedy: Remedy][] = [
  [
    /state is an object at/,
    inMapping(
      'account.state.sources',
      'name the key inside of the object that says the state, such as status.name, in the mapping, and give its values a meaning',
    ),
  ],
  [
    /(?:name|email) is not text: an object/,
    inMapping(
      'account.full_name',
      'the value is an object: name the key inside of it, such as name.full, in the mapping',
    ),
  ],
  [
    /is garbled/,
    inSource(
      'the name was written in one encoding and read in another before it came into this file: export the file again, as UTF-8, without opening it in between',
    ),
  ],
  [
    /formula that failed/,
    inSource('correct the formula in the spreadsheet, or empty the cell, and export it again'),
  ],
  [
    /has shortened/,
    inSource(
      'the digits are lost in this file: format the column as text in the spreadsheet before the numbers are pasted or opened there, and export it again',
    ),
  ],
  [
    /not an object/,
    inSource(
      'each record must have named fields, as in [{"id": "1", "name": "Ada Moreau", "email": "ada@acme.example"}]: export it so, or as CSV with a header line',
    ),
  ],
  [
    /no vendor_id|vendor_id is not text/,
    inMapping(
      'account.vendor_id',
      'name the column that identifies a person, such as a number or an address, in the mapping, or export it too',
    ),
  ],
  [
    /already in this file/,
    inSource('a group is listed twice: keep one of its rows, with all of its members'),
  ],
  [
    /neither a name nor an e-mail/,
    inMapping(
      'account.full_name',
      'export a name or an address for these rows, or name their columns in the mapping',
    ),
  ],
  [
    /not an address/,
    inMapping(
      'account.email',
      'correct the address in the source, or name another column for it in the mapping',
    ),
  ],
  [
    /last day is not a date/,
    inMapping(
      'account.state.ended_at',
      'write the date as 2026-12-31, or remove the column of the last day from the mapping',
    ),
  ],
  [
    /not an account, group or member/,
    inMapping(
      'account.vendor_id',
      'none of its columns is known: if the first line is a person, add a header line; otherwise name the columns in the mapping',
    ),
  ],
  [
    /cells where the header|quote/,
    inSource(
      'correct the line: as many cells as the header has, and quotes around cells that contain separators',
    ),
  ],
  [
    /not JSON: it has apostrophes/,
    inSource(
      'JSON has double quotes, and true, false and null: write the file with a library for JSON, such as json.dumps in Python',
    ),
  ],
  [
    /not JSON: it has calls/,
    inSource('this is what the shell of MongoDB prints: write the file with mongoexport'),
  ],
  [/not JSON|ends inside/, inSource('the file is cut off or broken: export it again')],
  [
    /no account id or e-mail of the member/,
    inSource('export the members with their ids or addresses'),
  ],
  [
    /role has an unknown value/,
    inMapping('groups', 'add the role to the roles of members in the mapping'),
  ],
]

/** Reasons for refusal that call for the same, most frequent first. */
export type Refusals = {
  remedy: Remedy
  rows: number
  reasons: CountedReason[]
}

/** Why rows were not taken, as it was said of the first of them. */
export type CountedReason = { reason: string; rows: number; line: number | null }

/** How many rows were refused, by the kind of reason, which quotes no value. */
export type RefusedKinds = Readonly<Record<string, number>>

export type RefusalCounter = {
  /** @returns whether it is the first of its kind */
  add: (reason: string, line: number | null) => boolean
  /** At most `most` kinds of reasons. */
  list: (most: number) => Refusals[]
  /** The same without what to do. */
  reasons: (most: number) => CountedReason[]
  /** The same without values and lines. */
  kinds: (most: number) => RefusedKinds
  /** Counts what was counted elsewhere in place of what was added of these kinds. */
  recount: (kinds: RefusedKinds) => void
  /** @returns a function that takes back everything added since */
  mark: () => () => void
}

const mostKinds = 100
/** Kinds of reasons that are counted of a run. */
export const mostReasons = 20

/** Counts reasons; those that differ only in the value at fault are one. */
export function countRefusals(): RefusalCounter {
  let kinds = new Map<string, CountedReason>()
  const first = (most: number) =>
    [...kinds].toSorted(([, one], [, other]) => other.rows - one.rows).slice(0, most)
  const firstReasons = (most: number) => first(most).map(([, reason]) => reason)
  return {
    add(reason, line) {
      const kind = kindOf(reason)
      const known = kinds.get(kind)
      if (known !== undefined) known.rows += 1
      const isFirst = known === undefined && kinds.size < mostKinds
      if (isFirst) kinds.set(kind, { reason, rows: 1, line })
      return isFirst
    },
    list(most) {
      const grouped = Map.groupBy(firstReasons(most), ({ reason }) => remedyOf(reason))
      return [...grouped].map(([remedy, own]) => ({
        remedy,
        rows: own.reduce((sum, { rows }) => sum + rows, 0),
        reasons: own,
      }))
    },
    reasons: firstReasons,
    kinds: (most) => Object.fromEntries(first(most).map(([kind, { rows }]) => [kind, rows])),
    recount(counted) {
      for (const [kind, rows] of Object.entries(counted))
        kinds.set(kind, { ...(kinds.get(kind) ?? { reason: kind, line: null }), rows })
    },
    mark() {
      const before = structuredClone(kinds)
      return () => (kinds = structuredClone(before))
    },
  }
}

function kindOf(reason: string): string {
  return withoutValues(reason)
    .replaceAll(/\d+/g, '')
    .slice(0, 300)
    .replace(/[:\s]+$/, '')
}

/** Values at fault are quoted as JSON, and may be cut off. */
function withoutValues(reason: string): string {
  return reason.replaceAll(/"(?:[^"\\]|\\.)*"?/g, '')
}

const usual = inSource('correct the row in the source')

/** What to do about a row that was refused for the reason: the same object for the same remedy. */
export function remedyOf(reason: string): Remedy {
  return remedies.find(([pattern]) => pattern.test(reason))?.[1] ?? usual
}

const fields = [
  'vendor_id',
  'parent_vendor_id',
  'handle',
  'email',
  'first_name',
  'last_name',
  'full_name',
  'name',
  'created_at',
  'state',
  'profile',
  'role',
]
const fieldInReason = new RegExp(
  `(?:^|: |; )(?:no )?(${fields.join('|')})(?= (?:is|has|was)\\b| \\(|:|;|$)`,
)

/** The field that a reason is about, as the mapping calls it; of several the first. Null if it is about the row. */
export function fieldOf(reason: string): string | null {
  if (reason.startsWith('the last day ')) return 'ended_at'
  return fieldInReason.exec(withoutValues(reason))?.[1] ?? null
}
