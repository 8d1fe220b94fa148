/** The text without the secrets: a server may repeat what was sent to it. Parts that are cut off have to be masked before. */
export function masked(text: string, secrets: readonly string[]): string {
  return formsOf(secrets).reduce((all, form) => all.replaceAll(form, '…'), text)
}

/** The longest form of a secret. */
export function longestForm(secrets: readonly string[]): number {
  return Math.max(0, ...formsOf(secrets).map(({ length }) => length))
}

/** Each secret as it is, as a form has it, and as JSON does. */
function formsOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => {
    if (secret === '') return []
    const inForm = new URLSearchParams({ s: secret }).toString().slice(2)
    return [secret, inForm, JSON.stringify(secret).slice(1, -1)]
  })
}
