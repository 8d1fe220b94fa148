import { createMuster } from 'muster-sdk'

/** The API of the server that this page came from, with the session of this browser. */
export const muster = createMuster({ origin: location.origin })
