import type { UseMutationResult } from '@tanstack/react-query'
import { MusterError } from 'muster-sdk'
import { useState } from 'react'
import { useChange } from './use-api.ts'

/** The header of a request that is carried out once, however often it is sent. */
export type Once = { 'Idempotency-Key': string }

/** Where the answer to a change was lost: whether the change was made then. */
export type Lost = 'maybe' | 'made'

/**
 * A change of a form that must not be made twice: `useOnce((header) => muster.post(…, { params: { header } }))`. The form
 * keeps one key, because nobody knows whether a request was carried out whose answer was lost. Sent again, it has its
 * answer, or is `made` where that showed a secret.
 */
export function useOnce<Answer, Input = void>(
  change: (header: Once, input: Input) => Promise<Answer>,
): UseMutationResult<Answer, MusterError, Input> & { lost: Lost | undefined } {
  const [header] = useState(() => ({ 'Idempotency-Key': newKey() }))
  const [lost, setLost] = useState<Lost>()
  const mutation = useChange(async (input: Input) => {
    try {
      return await change(header, input)
    } catch (error) {
      if (error instanceof MusterError && error.status === null) setLost('maybe')
      if (error instanceof MusterError && showedSecret(error)) setLost('made')
      throw error
    }
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
