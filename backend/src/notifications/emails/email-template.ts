import type { OperatorConfig } from '../../config/index.js';
import type { Block, LegalText } from '../../payments/index.js';

export interface EmailContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  closing: string;
  /** Texts that apply, below the email itself. */
  appendix?: LegalText[];
}

export type Sender = Pick<OperatorConfig, 'name' | 'street' | 'city' | 'country' | 'contact'>;

/** Who an email is from and how they are reached, a line each. */
export const senderLines = ({ name, street, city, country, contact }: Sender): string[] => [
  name,
  `${street}, ${city}, ${country}`,
  contact,
];

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Plain text and HTML of one email from the same content. */
export function renderEmail(content: EmailContent, sender: Sender): { subject: string; text: string; html: string } {
  const text = [
    content.greeting,
    ...content.paragraphs,
    ...(content.action ? [`${content.action.label}:\n${content.action.url}`] : []),
    content.closing,
    senderLines(sender).join('\n'),
    ...(content.appendix ?? []).flatMap(appendedText),
  ].join('\n\n');
  return { subject: content.subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html: renderHtml(content, sender) };
}

const MARKS: Record<Block['kind'], (text: string) => string> = {
  heading: (text) => text.toUpperCase(),
  text: (text) => text,
  item: (text) => `- ${text}`,
  quote: (text) => text.replace(/^/gmu, '> '),
};

const appendedText = ({ title, version, blocks }: LegalText): string[] => [
  `${'-'.repeat(40)}\n${title}\nFassung ${version}`,
  ...blocks.map(({ kind, text }) => MARKS[kind](text)),
];

const withBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

const ELEMENTS: Record<Block['kind'], (text: string) => string> = {
  heading: (text) => `<h3 style="margin:24px 0 8px;font-size:15px;line-height:1.4">${text}</h3>`,
  text: (text) => `<p style="margin:0 0 12px">${text}</p>`,
  item: (text) => `<p style="margin:0 0 8px;padding-left:14px;text-indent:-14px">•&nbsp; ${text}</p>`,
  quote: (text) => `<p style="margin:0;padding:4px 0 4px 14px;border-left:2px solid #ddd7cc">${text}</p>`,
};

const appendedHtml = ({ title, version, blocks }: LegalText): string =>
  `<div style="margin:40px 0 0;padding-top:24px;border-top:1px solid #ddd7cc;font-size:14px">
<h2 style="margin:0 0 4px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h2>
<p style="margin:0 0 16px;color:#6b645a">Fassung ${escapeHtml(version)}</p>
${blocks.map(({ kind, text }) => ELEMENTS[kind](withBreaks(text))).join('\n')}
</div>`;

function renderHtml(content: EmailContent, sender: Sender): string {
  const paragraph = (value: string) => `<p style="margin:0 0 16px">${withBreaks(value)}</p>`;
  const action = content.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(content.action.url)}" style="display:inline-block;padding:14px 22px;background:#c8391f;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(content.action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#6b645a;word-break:break-word">Falls die Schaltfläche nicht funktioniert: ${escapeHtml(content.action.url)}</p>`
    : '';
  return `<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;background:#faf8f4;color:#16130f;font-family:'Instrument Sans',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:40px 24px">
<p style="margin:0 0 32px;font-family:'Instrument Serif',Georgia,serif;font-size:26px">Bildnis</p>
${paragraph(content.greeting)}${content.paragraphs.map(paragraph).join('')}${action}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #ddd7cc;color:#6b645a;font-size:14px">${withBreaks([content.closing, senderLines(sender).join('\n')].join('\n\n'))}</p>
${(content.appendix ?? []).map(appendedHtml).join('\n')}
</div></body></html>`;
}
