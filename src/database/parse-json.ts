/** JSON text that one of our statements built: its shape is the statement's. */
export function parseJson<T>(text: string): T {
  const value: T = JSON.parse(text)
  return value
}
