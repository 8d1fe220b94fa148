import type { UseMutationResult } from '@tanstack/react-query'
import { MusterError } from 'muster-sdk'
import { useRef, useState } from 'react'
import { useChange } from './use-api.ts'

/** The header of a request that is carried out once, however often it is sent. */
export type Once = { 'Idempotency-Key': string }

/** Where the answer to a change was lost: whether the change was made then. */
export type Lost = 'maybe' | 'made'

type Sent<Answer> = { choice: string; header: Once; answer: Promise<Answer> | undefined }

/**
 * A change of a form that must not be made twice: `useOnce((header) => muster.post(…, { params: { header } }))`. The form
 * keeps one key until it has an answer, because nobody knows whether a request was carried out whose answer was lost. Sent
 * again, it has its answer, or is `made` where that showed a secret. `choice` says what the form asks for: another choice is
 * another request, which the API refuses under the same key.
 */
export function useOnce<Answer, Input = void>(
  change: (header: Once, input: Input) => Promise<Answer>,
  choice: (input: Input) => string = () => '',
): UseMutationResult<Answer, MusterError, Input> & { lost: Lost | undefined } {
  const sent = useRef<Sent<Answer>>(undefined)
  const [lost, setLost] = useState<Lost>()
  const send = async ({ header }: Sent<Answer>, input: Input) => {
    try {
      const answer = await change(header, input)
      sent.current = undefined
      return answer
    } catch (error) {
      if (error instanceof MusterError && error.status === null) setLost('maybe')
      if (error instanceof MusterError && showedSecret(error)) setLost('made')
      throw error
    }
  }
  const mutation = useChange((input: Input) => {
    const wanted = choice(input)
    if (sent.current?.choice !== wanted)
      sent.current = { choice: wanted, header: { 'Idempotency-Key': newKey() }, answer: undefined }
    const request = sent.current
    // A second click is for the same.
    request.answer ??= send(request, input).finally(() => {
      request.answer = undefined
    })
    return request.answer
  })
  return { ...mutation, lost }
}

/** 409 has other reasons too, so this one is known by its words. */
function showedSecret({ status, message }: MusterError): boolean {
  return status === 409 && message.startsWith('The answer to this key showed a secret')
}

/** `crypto.randomUUID` is absent where the page has no TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
