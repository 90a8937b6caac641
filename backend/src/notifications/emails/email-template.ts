export interface EmailContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  closing: string;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Plain text and HTML of one email from the same content. */
export function renderEmail(content: EmailContent): { subject: string; text: string; html: string } {
  const text = [
    content.greeting,
    ...content.paragraphs,
    ...(content.action ? [`${content.action.label}:\n${content.action.url}`] : []),
    content.closing,
  ].join('\n\n');
  return { subject: content.subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html: renderHtml(content) };
}

function renderHtml(content: EmailContent): string {
  const paragraph = (value: string) => `<p style="margin:0 0 16px">${escapeHtml(value).replaceAll('\n', '<br>')}</p>`;
  const action = content.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(content.action.url)}" style="display:inline-block;padding:14px 22px;background:#c8391f;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(content.action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#6b645a">Falls die Schaltfläche nicht funktioniert: ${escapeHtml(content.action.url)}</p>`
    : '';
  return `<!doctype html><html lang="de-CH"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;background:#faf8f4;color:#16130f;font-family:'Instrument Sans',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:40px 24px">
<p style="margin:0 0 32px;font-family:'Instrument Serif',Georgia,serif;font-size:26px">Bildnis</p>
${paragraph(content.greeting)}${content.paragraphs.map(paragraph).join('')}${action}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #ddd7cc;color:#6b645a;font-size:14px">${escapeHtml(content.closing).replaceAll('\n', '<br>')}</p>
</div></body></html>`;
}
