/** Who has each code: people of code `c` are `people[starts[c]]` up to `people[starts[c + 1]]`, ascending. */
export interface Postings {
  starts: Uint32Array
  people: Uint32Array
}

/** How the codes of people are stored: 0 none, above it one code, below it `~code` is where their list begins. */
export interface Codes {
  readonly codes: Int32Array
  /** Lists, each its length and then its codes. */
  readonly lists: Int32Array
}

/** Turns codes by person into people by code. `size` people, codes from 1 up to `maxCode`. */
export function invert({ codes, lists }: Codes, size: number, maxCode: number): Postings {
  const starts = new Uint32Array(maxCode + 2)
  const count = (code: number) => void (starts[code + 1] = (starts[code + 1] ?? 0) + 1)
  forEachCode(codes, lists, size, count)
  for (let code = 1; code < starts.length; code++) {
    starts[code] = (starts[code] ?? 0) + (starts[code - 1] ?? 0)
  }
  const people = new Uint32Array(starts[maxCode + 1] ?? 0)
  const next = starts.slice()
  forEachCode(codes, lists, size, (code, person) => {
    const at = next[code] ?? 0
    people[at] = person
    next[code] = at + 1
  })
  return { starts, people }
}

function forEachCode(
  codes: Int32Array,
  lists: Int32Array,
  size: number,
  visit: (code: number, person: number) => void,
): void {
  for (let person = 0; person < size; person++) {
    const code = codes[person] ?? 0
    if (code > 0) visit(code, person)
    if (code >= 0) continue
    const start = ~code
    const end = start + (lists[start] ?? 0)
    for (let at = start + 1; at <= end; at++) visit(lists[at] ?? 0, person)
  }
}

/** The people of one code, as a view. */
export function peopleOf({ starts, people }: Postings, code: number): Uint32Array {
  return people.subarray(starts[code] ?? 0, starts[code + 1] ?? 0)
}

/** How many people have one code. */
export function countOf({ starts }: Postings, code: number): number {
  return (starts[code + 1] ?? 0) - (starts[code] ?? 0)
}
