import type { Block, LegalText } from '../payments/index.js';

export interface OrderConfirmation {
  title: string;
  /** The confirmation itself, a paragraph each. */
  paragraphs: string[];
  texts: LegalText[];
  /** Who sends it, a line each. */
  sender: string[];
  at: Date;
}

const MARGIN = 62;
const SIZES = { title: 22, heading: 12, text: 10, small: 8.5 };
const INK = '#16130f';
const QUIET = '#6b645a';

/** What the built-in fonts do not have: it loses its accents, or becomes a question mark. */
const UNKNOWN = /[^\n\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;
const printable = (text: string) =>
  text
    .replace(/[\u2060\r]/gu, '')
    .replace(UNKNOWN, (sign) => sign.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(UNKNOWN, '?');

/** The confirmation of an order with the terms and the instruction on withdrawal, as a file to keep: A4, tagged for screen readers. */
export async function orderConfirmationPdf(contents: OrderConfirmation): Promise<Buffer> {
  // Few processes make one: those that do not are spared its fonts.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'de-CH',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: { Title: printable(contents.title), Author: printable(contents.sender[0] ?? ''), CreationDate: contents.at },
  });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const root = pdf.struct('Document');
  pdf.addStructure(root);

  const write = (tag: 'H1' | 'H2' | 'P', text: string, look: { size: number; bold?: boolean; indent?: number }) => {
    pdf
      .font(look.bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(look.size)
      .fillColor(INK);
    const indent = look.indent ?? 0;
    const width = pdf.page.width - 2 * MARGIN - indent;
    root.add(
      pdf.struct(tag, {}, () => void pdf.text(printable(text), MARGIN + indent, pdf.y, { width, lineGap: 2.5 })),
    );
  };
  /** A heading that would stand alone at the foot of a page begins the next one. */
  const keepRoom = (height: number) => {
    if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
  };
  const block = ({ kind, text }: Block) => {
    if (kind === 'heading') {
      pdf.moveDown(0.8);
      keepRoom(60);
      write('H2', text, { size: SIZES.heading, bold: true });
    } else {
      write('P', kind === 'item' ? `• ${text}` : text, { size: SIZES.text, indent: kind === 'text' ? 0 : 14 });
    }
    pdf.moveDown(kind === 'item' ? 0.3 : 0.6);
  };

  write('H1', contents.title, { size: SIZES.title });
  pdf.moveDown(0.8);
  for (const text of [...contents.paragraphs, contents.sender.join('\n')]) block({ kind: 'text', text });
  for (const { title, version, blocks } of contents.texts) {
    pdf.addPage();
    write('H1', title, { size: SIZES.title });
    write('P', `Fassung ${version}`, { size: SIZES.text });
    pdf.moveDown(0.6);
    blocks.forEach(block);
  }
  root.end();
  numberPages(pdf, printable(contents.title));
  pdf.end();
  await done;
  return Buffer.concat(parts);
}

function numberPages(pdf: PDFKit.PDFDocument, title: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font('Helvetica')
      .fontSize(SIZES.small)
      .fillColor(QUIET)
      .text(`${title}, Seite ${page + 1} von ${count}`, MARGIN, pdf.page.height - 40, { lineBreak: false });
    pdf.endMarkedContent();
  }
}
