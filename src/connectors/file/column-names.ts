/** What records are wrapped in, so that `attributes.email` is also `email`. */
const wrappers =
  /^(?:\/?(?:(?:root|data|content|attributes|fields|properties|person|worker|employee|employment|human|work|internal|personal|personaldetails|personalinfo|jobinfo|workinfo|jobrole|assignments\[0\]|name|profile|legalname|user_metadata|_source|node|user|account)(?:\.|: ?|\/| - ))+|legal[ _](?=[^,]*name)|(?:[^.[\]]+\.items\[0\]\.)+|[^.[]*_group\[0\]\.|status\.(?=is_)|[a-z]{2,3}\d?:(?=[a-z])|[^:.]{1,40}: )\s*/i

/** What is at home is not what a colleague writes to. */
const atHome = /^(?:personal|private|home)\b.*(?:mail|phone)/i

/** Names of others, and of other things, as reports write them: `Manager: Full Name`, `Profile: Name`. */
const ofOthers =
  /^(?:account owner|approver|buddy|company|created by|delegated|emergency|last modified by|manager|mentor|owner|parent|profile|reports to|role|supervisor|team(?! member))\b[^:]{0,30}: /i

const readings = [
  (column: string) => column,
  (column: string) =>
    atHome.test(column) || ofOthers.test(column) ? '' : column.replace(wrappers, ''),
]

type NameIndex = {
  /** @returns the names by which the column is looked for */
  add: (column: string) => readonly string[]
  find: (path: string) => string | undefined
}

/** Columns by their plain names. The first of two columns with one name counts, and a name in full before a part of it. */
export function indexNames(): NameIndex {
  const byName = new Map<string, { column: string; reading: number }>()
  const known = new Map<string, readonly string[]>()
  const namesOf = (path: string) => {
    const names = known.get(path) ?? namesOfPath(path)
    known.set(path, names)
    return names
  }
  return {
    add(column) {
      if (isText(column)) return []
      const names = readings.map((read) => plainName(read(column)))
      for (const [reading, name] of names.entries()) {
        const before = byName.get(name)
        if (name !== '' && (before === undefined || before.reading > reading))
          byName.set(name, { column, reading })
      }
      return names
    },
    find: (path) =>
      namesOf(path)
        .map((name) => byName.get(name)?.column)
        .find((column) => column !== undefined),
  }
}

/** The names by which the column of a path is found, the most exact one first. */
export function namesOfPath(path: string): readonly string[] {
  const name = plainName(path)
  // As tables write a name that have no å.
  return [...new Set([name, name.replaceAll('å', 'a')])]
}

/** Too long to be the name of a column, as a first line that is no header. */
function isText(column: string): boolean {
  return column.length > 1000
}

/** Without case, accents, spaces and punctuation. An å is no a: `Låst` says who is locked out, and is no last name. */
export function plainName(name: string): string {
  return (
    name
      .replace(/\s*\[[^\]0-9]*\]\s*$/, '')
      .replaceAll('#', 'number')
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll('a\u030a', 'å')
      // As `SOYADI` and `calisan` are written.
      .replaceAll('ı', 'i')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  )
}
