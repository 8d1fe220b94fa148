import { isObject, type JsonValue } from '../../contract/json.ts'

/** How the last lines of reports begin, which count what is above. */
export const totals =
  /^(?:grand total|sub-?total|total|totals|sum|count|summe|gesamt|anzahl|suma|totale?|antal|antall|celkem|razem|összesen|toplam|yhteensä|итого|всего|разом|всього|σύνολο|tổng|المجموع|סה"כ|รวม)(?![\p{L}\p{M}])[^@]*$|^(?:合計|件数|总计|합계)/iu

/** Whether a record has a few cells, of which the first begins so. */
export function looksLikeTotals(record: JsonValue): boolean {
  if (!isObject(record)) return false
  const cells = Object.values(record).filter((cell) => cell !== '' && cell !== null)
  return cells.length <= 3 && typeof cells[0] === 'string' && totals.test(cells[0])
}
