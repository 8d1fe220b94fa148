import { eventPhrases } from '../../gen/event-phrases.ts'

/** An event as a phrase. One of a newer server is shown by its name. */
export function eventPhrase(event: string): string {
  return eventPhrases[event] ?? event.replaceAll(/[._]/g, ' ')
}
