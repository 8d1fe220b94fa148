/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** HTML in which every value is escaped, unless it is {@link Html} itself. */
export function html(strings: TemplateStringsArray, ...parts: (Html | string)[]): Html {
  return new Html(strings.map((text, index) => text + write(parts[index] ?? '')).join(''))
}

function write(part: Html | string): string {
  return part instanceof Html ? part.text : escape(part)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
