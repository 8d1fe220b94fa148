const shown = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A range of time in the viewer's zone, as a filter shows it; undefined without ends. */
export function shownRange(
  after: string | undefined,
  before: string | undefined,
): string | undefined {
  const [from, to] = [after, before].map((each) => {
    const at = new Date(each ?? '')
    return Number.isNaN(at.getTime()) ? undefined : shown.format(at)
  })
  if (from === undefined) return to === undefined ? undefined : `until ${to}`
  return to === undefined ? `since ${from}` : `${from} – ${to}`
}
