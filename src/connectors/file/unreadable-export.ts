/** The whole file can't be read as an export; the message says why and what to do. */
export class UnreadableExport extends Error {
  override name = 'UnreadableExport'
}
