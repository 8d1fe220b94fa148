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
  /** @returns whether what was looked for before is found elsewhere now */
  add: (column: string) => boolean
  find: (path: string) => string | undefined
  named: (name: string) => string | undefined
}

/** Columns by their plain names. The first of two columns with one name counts, and a name in full before a part of it. */
export function indexNames(): NameIndex {
  const byName = new Map<string, { column: string; reading: number }>()
  const asked = new Set<string>()
  const plainNames = new Map<string, string>()
  const get = (name: string) => {
    asked.add(name)
    return byName.get(name)?.column
  }
  const nameOf = (path: string) => {
    const known = plainNames.get(path) ?? plainName(path)
    plainNames.set(path, known)
    return known
  }
  return {
    add(column) {
      if (isText(column)) return false
      let isFoundElsewhere = false
      for (const [reading, read] of readings.entries()) {
        const name = plainName(read(column))
        const known = byName.get(name)
        if (name === '' || (known !== undefined && known.reading <= reading)) continue
        byName.set(name, { column, reading })
        isFoundElsewhere ||= asked.has(name)
      }
      return isFoundElsewhere
    },
    named: (name) => get(plainName(name)),
    find: (path) => get(nameOf(path)) ?? get(withoutRings(nameOf(path))),
  }
}

/** Too long to be the name of a column, as a first line that is no header. */
function isText(column: string): boolean {
  return column.length > 1000
}

/** As tables write a name that have no å. */
function withoutRings(name: string): string {
  return name.replaceAll('å', 'a')
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

/** The first column with any of these names, up to case, spaces and punctuation. */
export function columnNamed(
  names: readonly string[],
  columns: readonly string[],
): string | undefined {
  const index = indexNames()
  for (const column of columns) index.add(column)
  return names.map(index.named).find((column) => column !== undefined)
}
