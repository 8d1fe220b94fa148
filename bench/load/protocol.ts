/** The format of one kind of request on the wire. An answer may arrive in pieces. */
export type Protocol = {
  /** One request for each target. */
  requests: readonly Buffer[]
  /** Where the first answer in `bytes` ends, or undefined while it is not whole. Throws where it is not a good one. */
  answerEnd: (bytes: Buffer) => number | undefined
  /** The content of a whole answer: it is compared for a sample. */
  content: (answer: Buffer) => Buffer
}
