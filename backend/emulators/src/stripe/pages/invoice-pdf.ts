import type { PageAnswer } from '../../pages/loopback-server.js';
import type { WireInvoice } from '../objects/wire.js';
import { dateText, money } from './money.js';

/** An invoice on one A4 page. */
export function invoicePdf(invoice: WireInvoice): PageAnswer {
  const paidAt = invoice.status_transitions.paid_at;
  const lines = [
    `Rechnung ${invoice.number ?? ''}`,
    `${dateText(invoice.created)} ${invoice.customer_email ?? ''}`,
    ...(invoice.customer_name ? [invoice.customer_name] : []),
    ...(invoice.customer_address
      ? [
          [invoice.customer_address.line1, invoice.customer_address.postal_code, invoice.customer_address.city]
            .filter(Boolean)
            .join(', '),
        ]
      : []),
    ...invoice.lines.data.map((line) => `${line.description ?? ''}: ${money(line.amount, line.currency)}`),
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => `MWST-Nummer der Kundin: ${value ?? ''}`),
    `Total: ${money(invoice.total, invoice.currency)}`,
    ...(invoice.total_taxes ?? []).map(({ amount }) => `Darin MWST: ${money(amount, invoice.currency)}`),
    paidAt ? `Bezahlt am ${dateText(paidAt)}` : invoice.status === 'void' ? 'Storniert' : 'Noch nicht bezahlt',
    ...(invoice.footer ? [invoice.footer] : []),
    'Aus der Testkasse: es wurde nichts belastet.',
  ];
  const name = `${(invoice.number ?? invoice.id).replaceAll(/[^\w-]/g, '-')}.pdf`;
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` },
    body: documentOf(lines),
  };
}

/** Pure ASCII, so that positions in the file are positions in the string. */
function documentOf(lines: string[]): string {
  const content = `BT /F1 11 Tf 16 TL 60 780 Td ${lines.map((line) => `(${encode(line)}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const positions = objects.map((object, index) => {
    const position = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return position;
  });
  const table = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

function encode(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—−]/g, '-')
    .replaceAll(/[()\\]/g, '\\$&')
    .replaceAll(/[\u00a0-\u00ff]/g, (letter) => `\\${letter.charCodeAt(0).toString(8)}`)
    .replaceAll(/[^\x20-\x7e]/g, '?');
}
