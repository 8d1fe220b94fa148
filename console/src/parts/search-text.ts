const fewestLetters = 3

/** What was typed, as the API searches for it; undefined as long as those are too few letters. */
export function searchText(typed = ''): string | undefined {
  const wanted = typed.trim()
  return wanted.length < fewestLetters ? undefined : wanted
}
