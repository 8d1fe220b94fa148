const formulaAfterBlanks = /^\s+[=+\-@＝＋－＠]/

/** Where a spreadsheet divides cells at a semicolon or a tab, what follows one is at the beginning of a cell. */
const formulaAfterMark = /([;\t] *)([=+\-@＝＋－＠])/g

/**
 * How csv-stringify writes lists, in the server, the command line and the console: as RFC 4180 says. A text that a spreadsheet
 * would take for a formula begins with an apostrophe; the package looks for one only at the first character.
 */
export const csvOptions = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  // Some readers trim what has no quotes. The package's build for browsers leaves single line feeds without them.
  quoted_match: /^\s|\s$|[\r\n]/,
  cast: {
    boolean: String,
    string: (text: string) => {
      const begin = text.length - text.trimStart().length
      const safe = text.slice(0, begin) + text.slice(begin).replaceAll(formulaAfterMark, "$1'$2")
      return formulaAfterBlanks.test(safe) ? `'${safe}` : safe
    },
  },
}
