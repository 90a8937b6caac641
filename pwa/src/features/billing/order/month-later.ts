/** The same day of the next month, or its last day where it has none such, as payments are due. */
export function monthLater(day: Date): Date {
  const later = new Date(day);
  later.setUTCMonth(day.getUTCMonth() + 1);
  if (later.getUTCDate() !== day.getUTCDate()) later.setUTCDate(0);
  return later;
}
