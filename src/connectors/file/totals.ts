/** How the last lines of reports begin, which count what is above. */
export const totals =
  /^(?:grand total|sub-?total|total|totals|sum|count|summe|gesamt|anzahl|suma|totale?|antal|antall|celkem|razem|összesen|toplam|yhteensä|итого|всего|разом|всього|σύνολο|tổng|المجموع|סה"כ|รวม)(?![\p{L}\p{M}])[^@]*$|^(?:合計|件数|总计|합계)/iu
