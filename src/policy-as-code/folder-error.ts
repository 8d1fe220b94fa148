/** Something wrong in a file: where (`rules[1].role`) and what, with what is allowed. */
export type FileFault = { path: string; message: string }

/** Something wrong in a folder: in which file and where, and what. Lines count from 1. */
export type FolderFault = FileFault & { file: string; line: number; column: number }

const shownFaults = 50

/** A folder, or a policy file, that can't be planned or applied. Nothing of it was. */
export class FolderError extends Error {
  readonly faults: readonly FolderFault[]
  /** The first of them, each as a line of the message. */
  readonly lines: readonly { file: string; text: string }[]

  constructor(given: readonly FolderFault[]) {
    const faults = given.toSorted(byPlace)
    const lines = faults
      .slice(0, shownFaults)
      .map((each) => ({ file: each.file, text: lineOfFault(each) }))
    const more = faults.length - lines.length
    super([...lines.map(({ text }) => text), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))
    this.faults = faults
    this.lines = lines
  }
}

function byPlace(a: FolderFault, b: FolderFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || a.column - b.column
}

/** `sales.yaml:3:5: rules[0].role: is unknown` */
export function lineOfFault({ file, line, column, path, message }: FolderFault): string {
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`
}

/** Throws a {@link FolderError} where there is any fault. */
export function refuseFaults(faults: readonly FolderFault[]): void {
  if (faults.length > 0) throw new FolderError(faults)
}

/** The items of which an earlier one has a key too, each with the first that has it. */
export function repeatsOf<T>(
  items: readonly T[],
  keysOf: (item: T) => readonly (string | undefined)[],
): [again: T, first: T][] {
  const first = new Map<string, T>()
  return items.flatMap((item): [T, T][] => {
    const keys = keysOf(item).filter((key) => key !== undefined)
    const before = keys.map((key) => first.get(key)).find((each) => each !== undefined)
    for (const key of keys) if (!first.has(key)) first.set(key, item)
    return before === undefined ? [] : [[item, before]]
  })
}
