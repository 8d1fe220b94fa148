import { planIdOf } from './plan-id.ts'

/** A request that Muster refused, or that no answer came to. The only error that the client throws, besides the reason of an aborted signal. */
export class MusterError extends Error {
  override readonly name = 'MusterError'
  /** The HTTP status; null when no answer came. */
  readonly status: number | null
  /** What is wrong with fields of the body, by field, where the status is 422. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The id under which the server's log and the audit log have the request. */
  readonly requestId: string | null
  /** Where the answer leads, such as to the plan of a change beyond a limit (409). */
  readonly location: string | null
  /** The session is valid, and its sign-in too old for this: the person signs in again, and repeats it (403). */
  readonly needsSignIn: boolean

  constructor(
    message: string,
    answer: Partial<Omit<MusterError, 'name' | 'message' | 'planId'>> = {},
  ) {
    super(message, 'cause' in answer ? { cause: answer.cause } : undefined)
    this.status = answer.status ?? null
    this.errors = answer.errors ?? {}
    this.requestId = answer.requestId ?? null
    this.location = answer.location ?? null
    this.needsSignIn = answer.needsSignIn ?? false
  }

  /** The id of the plan that the answer leads to. */
  get planId(): string | undefined {
    return planIdOf(this.location)
  }
}

/** The error of an answer that is not a success. Anything may stand between client and server, so the body may be of any kind. */
export async function errorOf(response: Response): Promise<MusterError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => null)
  const isOurs = isRefusal(body)
  return new MusterError(isOurs ? body.message : `The server answered ${status}.`, {
    status,
    errors: isOurs ? (body.errors ?? {}) : {},
    requestId: headers.get('x-request-id'),
    location: headers.get('location'),
    needsSignIn:
      headers.get('www-authenticate')?.includes('"insufficient_user_authentication"') ?? false,
  })
}

function isRefusal(
  body: unknown,
): body is Pick<MusterError, 'message'> & { errors?: MusterError['errors'] } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string'
  )
}
