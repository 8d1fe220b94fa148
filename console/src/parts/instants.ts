const instants = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A text of the API with its instants in the viewer's zone. */
export function withLocalInstants(text: string): string {
  return text.replaceAll(instants, (each) => format.format(new Date(each)))
}
