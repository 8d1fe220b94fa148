/** Whom a token of a job or workload says that it is. */
export type ProvenIdentity = {
  issuer: string
  audiences: readonly string[]
  subject: string
  /** Its `jti`, by which a token that is sent again is recognised. */
  id?: string
}

/** The issuers that the operator lists, and what their tokens prove. */
export type WorkloadIssuers = {
  /** As their tokens spell them. */
  names: readonly string[]
  /** Gets the keys that a token needs, unless they are there or were asked for just before. It waits for a network. */
  loadKeys(jwt: string): Promise<void>
  /** The identity of a token whose keys were loaded, or why it proves none. */
  identify(jwt: string, now: Date): Promise<ProvenIdentity | { fault: string }>
  /** Writes into the log why an identity got no token, which is not told to who asks. */
  logRefused(requestId: string, of: Partial<ProvenIdentity>, why: string): void
}
