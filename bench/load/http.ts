/** `coding`: what the client accepts besides bytes as they are. */
export type HttpLoad = {
  port: number
  token: string
  paths: readonly string[]
  coding?: string | undefined
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('content-length: ')
const okay = Buffer.from('HTTP/1.1 200 ')

/** HTTP/1.1, keep-alive, with a bearer token: as small as a client gets, so that it does not hide the server. */
export function requestsOf({ port, token, paths, coding }: HttpLoad): Buffer[] {
  const accepted = coding === undefined ? '' : `accept-encoding: ${coding}\r\n`
  const head = `host: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n${accepted}\r\n`
  return paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${head}`, 'latin1'))
}

/** The content of a whole answer: it is compared for a sample. */
export function contentOf(answer: Buffer): Buffer {
  return answer.subarray(answer.indexOf(headEnd) + 4)
}

/** Where the first answer in `bytes` ends, or undefined while it is not whole. Throws where it is not a good one. */
export function answerEnd(bytes: Buffer): number | undefined {
  const head = bytes.indexOf(headEnd)
  if (head < 0) return undefined
  if (bytes.compare(okay, 0, okay.length, 0, okay.length) !== 0)
    throw new Error(`an answer was not 200: ${bytes.subarray(0, 600).toString('latin1')}`)
  const end = head + 4 + contentLength(bytes, head)
  return bytes.length < end ? undefined : end
}

function contentLength(bytes: Buffer, head: number): number {
  const at = bytes.indexOf(lengthName)
  if (at < 0 || at > head) throw new Error('an answer has no content-length')
  let length = 0
  for (let index = at + lengthName.length; ; index++) {
    const digit = (bytes[index] ?? 0) - 48
    if (digit < 0 || digit > 9) return length
    length = length * 10 + digit
  }
}
