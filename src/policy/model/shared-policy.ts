import { serialize } from 'node:v8'
import type { Policy } from '../../engine/model.ts'

/** A policy as threads read it: written once, and shared rather than copied for each task. `id` is its own in this process. */
export type SharedPolicy = { id: number; bytes: SharedArrayBuffer }

let shared = 0

export function sharePolicy(policy: Policy): SharedPolicy {
  const written = serialize(policy)
  const bytes = new SharedArrayBuffer(written.length)
  new Uint8Array(bytes).set(written)
  shared += 1
  return { id: shared, bytes }
}
