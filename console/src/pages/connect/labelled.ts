/** A name without backticks may be a word of the sentence, so it counts only if no word looks like it. */
const named = /`([a-z]+(?:_[a-z]+)*)(?:=[^`]{1,200})?`|\b[a-z]+(?:_[a-z]+)+\b/g

/** A sentence with labels in place of the names of settings in it. */
export function labelled(labels: ReadonlyMap<string, string>, sentence: string): string {
  return sentence.replaceAll(named, (said: string, marked?: string) => {
    const label = labels.get(marked ?? said)
    return label === undefined ? said : `“${label}”`
  })
}
