import { errorCode } from '../../database/failure.ts'
import { explainConnection, tryAgain } from '../../outgoing/explain-connection.ts'
import { RefusedAddress } from '../../outgoing/checked-lookup.ts'
import { AnswerTooLarge } from './transport.ts'

/** What the refusals of a vendor mean, and what to do. */
export type AnswerHints = { unauthorised: string; forbidden: string; missing: string }

/** What an answer that can't be used means. `said` is what the server said, without secrets. */
export function explainAnswer(
  { pathname, host }: URL,
  { status, said }: { status: number; said: string },
  hints: AnswerHints,
): string {
  return `${host} answered ${pathname} with ${status}. ${meaning(status, hints)}${said === '' ? '' : ` (${said})`}`
}

function meaning(status: number, { unauthorised, forbidden, missing }: AnswerHints): string {
  if (status === 401) return unauthorised
  if (status === 403) return forbidden
  if (status === 404 || status === 410) return missing
  if (status === 429)
    return 'It allows no more requests at the moment. Sync less often, or raise the limit there.'
  if (status >= 300 && status < 400)
    return 'It refers to another address, and Muster follows no redirects: name that address as the `url`.'
  if (status >= 200 && status < 300)
    return 'Its answer is not JSON. Is the `url` the one of its API?'
  if (status >= 500) return `It has a fault of its own. ${tryAgain}`
  return 'It refused the request. Check the settings of the source.'
}

/** `isLasting`: asking again would fail in the same way. */
export function explainNetwork(
  error: unknown,
  { host, said }: { host: string; said: string },
): { text: string; isLasting: boolean } {
  if (error instanceof RefusedAddress) return { text: `${error.message}.`, isLasting: true }
  if (error instanceof AnswerTooLarge)
    return {
      text: `An answer of ${host} is over 64 MiB, and no list of its API is that long. Is the \`url\` the one of its API?`,
      isLasting: true,
    }
  const code = errorCode(error) ?? ''
  const known = explainConnection(code)
  const help = known?.text ?? `The connection failed. ${tryAgain}`
  return { text: `${host} can’t be read. ${help} (${said})`, isLasting: known?.isLasting === true }
}
