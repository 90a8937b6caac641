/** What differs from how it was when the dialog opened: what another admin changed meanwhile is not put back. */
export function changesOf<Draft extends object>(before: Draft, draft: Draft): Partial<Draft> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== before[name as keyof Draft]),
  ) as Partial<Draft>;
}
