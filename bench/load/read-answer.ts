import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A good answer as it goes over the wire; without a `coding` it is not compressed. */
export async function readAnswer(
  url: string,
  { token, coding }: { token: string; coding?: string | undefined },
): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  const authorization = `Bearer ${token}`
  const headers = { authorization, ...(coding !== undefined && { 'accept-encoding': coding }) }
  const [answer]: IncomingMessage[] = await once(get(url, { headers }), 'response')
  if (answer?.statusCode !== 200)
    throw new Error(
      `${url} answered ${answer?.statusCode}. Run it with --fresh to make the organisation again`,
    )
  return { headers: answer.headers, body: await buffer(answer) }
}
