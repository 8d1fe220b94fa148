/** What came of a message. */
export type Outcome =
  | { isDelivered: true }
  | {
      isDelivered: false
      error: string
      /** To try again would not help. */
      isLasting: boolean
      /** Nothing else can be sent now either. */
      isDown?: true
      /** How long the receiver asks to wait. */
      waitMilliseconds: number
    }
