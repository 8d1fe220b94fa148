const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A text of the API with its instants in words: as `say` writes them, else in the viewer's zone. */
export function withInstants(
  text: string,
  say: (at: string) => string = (at) => format.format(new Date(at)),
): string {
  return text.replaceAll(instants, (at) => say(at))
}
