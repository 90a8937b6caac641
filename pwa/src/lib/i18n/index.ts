export { hasText, loadAllTexts, loadTexts, text, useText } from './i18n';
export { RichText } from './rich-text';
export type { Text, TextKey, TextValues } from './texts';
