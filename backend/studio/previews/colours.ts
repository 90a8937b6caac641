/** The two colours of the house, as in the design tokens of the web pages. */
export const PAPER = '#faf8f4';
export const INK = '#16130f';
