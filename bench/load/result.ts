/** The result of one side in one round. Latencies in milliseconds. */
export type LoadResult = {
  requests: number
  seconds: number
  /** Requests, or queries, in a second. */
  rate: number
  p50: number
  p99: number
  /** Mean size of an answer on the wire; 0 without a wire. */
  answerBytes: number
  /** How much of the round the measuring process itself was at work, 0–1. */
  ownBusy: number
}
