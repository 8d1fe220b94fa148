/** How requests of one kind look on the wire. An answer may come in pieces. */
export type Protocol = {
  /** One request for each thing that may be asked for. */
  requests: readonly Buffer[]
  /** Where the first answer in `bytes` ends, or undefined while it is not whole. Throws where it is not a good one. */
  answerEnd: (bytes: Buffer) => number | undefined
  /** What a whole answer says: it is compared for a sample. */
  content: (answer: Buffer) => Buffer
}
