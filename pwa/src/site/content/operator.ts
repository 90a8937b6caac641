import sentences from '../../content/operator.json';
import type { SiteData } from '../site-data';
import { fill } from './fill';

type Operator = SiteData['operator'];

/** Rows of a table in Markdown: who it is, what for, in which country. */
const rowsOf = (providers: Operator['hostingProviders'], purpose: string): string[] =>
  providers.map(
    (each) => `| ${[each.name, purpose, each.country].map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`,
  );

/** What legal texts say of the operator in whole sentences, as Markdown: some of it depends on what there is. */
export function operatorTexts(operator: Operator) {
  const { phone, contactUrl, register, vat, euRepresentative, noEuRepresentative, dataProtectionOfficer, disputeBody } =
    operator;
  const ways = [
    ...(phone ? [fill(sentences.phone, { phone })] : []),
    ...(contactUrl ? [fill(sentences.form, { url: contactUrl })] : []),
  ];
  return {
    ...operator,
    ways: ways.join('\\\n'),
    registerLine: register || sentences.noRegister,
    vatLine: vat || sentences.noVat,
    euLine: euRepresentative
      ? fill(sentences.eu, { name: euRepresentative })
      : fill(sentences.noEu, { reason: noEuRepresentative }),
    officerLine: dataProtectionOfficer ? fill(sentences.officer, { name: dataProtectionOfficer }) : sentences.noOfficer,
    disputeLine: disputeBody ? fill(sentences.disputes, { name: disputeBody }) : sentences.noDisputes,
    providerRows: [
      ...rowsOf(operator.hostingProviders, sentences.hosting),
      ...rowsOf(operator.mailProviders, sentences.mail),
    ].join('\n'),
  };
}
