/** The tokens of src/ui/tokens.css that the page shows. A test compares them with the file. */
export const COLOURS = [
  'paper',
  'paper-raised',
  'paper-sunk',
  'ink',
  'ink-soft',
  'ink-muted',
  'line',
  'line-control',
  'accent',
  'accent-hover',
  'accent-pressed',
  'on-accent',
  'accent-text',
  'good-text',
  'bad-text',
  'caution',
  'on-caution',
  'caution-line',
  'focus',
] as const;

/** What is read on what, and the least contrast that WCAG 2.2 AA asks for it: 4.5 for text, 3 for what shows where a control is. */
export const PAIRS = [
  ['ink', 'paper', 4.5],
  ['ink', 'paper-raised', 4.5],
  ['ink', 'paper-sunk', 4.5],
  ['ink-soft', 'paper', 4.5],
  ['ink-muted', 'paper', 4.5],
  ['ink-muted', 'paper-sunk', 4.5],
  ['ink-muted', 'paper-raised', 4.5],
  ['accent-text', 'paper', 4.5],
  ['bad-text', 'paper', 4.5],
  ['good-text', 'paper', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-accent', 'accent-pressed', 4.5],
  ['on-caution', 'caution', 4.5],
  ['line-control', 'paper', 3],
  ['accent', 'paper', 3],
  ['focus', 'paper', 3],
  ['caution-line', 'paper', 3],
] as const;

export const TYPE = [
  'display',
  'h1',
  'h2',
  'h3',
  'figure',
  'lead',
  'body',
  'strong',
  'control',
  'label',
  'small',
] as const;

export const SPACE = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24] as const;
