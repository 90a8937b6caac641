/**
 * A copy of a template with its `{names}` written into texts and labels; what a value says goes in as text, never as HTML.
 * @throws Error where the page has no such template
 */
export function copyOf(within: ParentNode, selector: string, values: Record<string, string> = {}): DocumentFragment {
  const template = within.querySelector<HTMLTemplateElement>(`template${selector}`);
  if (!template) throw new Error(`The page has no template ${selector}.`);
  const copy = document.importNode(template.content, true);
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.nodeValue = written(texts.currentNode.nodeValue, values);
  for (const named of copy.querySelectorAll('[aria-label]'))
    named.setAttribute('aria-label', written(named.getAttribute('aria-label'), values));
  return copy;
}

/** A text with its `{names}` written; a name without a value stays as it is. */
export const written = (text: string | null | undefined, values: Record<string, string>): string =>
  (text ?? '').replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
