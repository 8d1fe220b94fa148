/** The whole file can't be read as an export; the message says why and what to do. */
export class UnreadableExport extends Error {
  override name = 'UnreadableExport'
  /** The message without values of the file, to be kept where its rows may not be seen. */
  readonly withoutValues: string

  constructor(message: string, withoutValues = message) {
    super(message)
    this.withoutValues = withoutValues
  }
}

/** A refusal that quotes the file between two parts of its message. */
export function quoting(before: string, quote: string, after: string): UnreadableExport {
  return new UnreadableExport(`${before}: ${quote}${after}`, `${before}${after}`)
}
