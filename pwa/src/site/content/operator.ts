import { text } from '~/lib/i18n';
import type { SiteData } from '../site-data';

type Operator = SiteData['operator'];

/** Rows of a table in Markdown: who it is, what for, in which country. */
const rowsOf = (providers: Operator['hostingProviders'], purpose: string): string[] =>
  providers.map(
    (each) => `| ${[each.name, purpose, each.country].map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`,
  );

/** What legal texts say of the operator in whole sentences, as Markdown: some of it depends on what there is. */
export function operatorTexts(operator: Operator) {
  const { phone, contactUrl, register, vat, euRepresentative, noEuRepresentative, disputeBody } = operator;
  const ways = [
    ...(phone ? [text('site.operator.phone', { phone })] : []),
    ...(contactUrl ? [text('site.operator.form', { url: contactUrl })] : []),
  ];
  return {
    ...operator,
    ways: ways.join('\\\n'),
    registerLine: register || text('site.operator.noRegister'),
    vatLine: vat || text('site.operator.noVat'),
    euLine: euRepresentative
      ? text('site.operator.eu', { name: euRepresentative })
      : text('site.operator.noEu', { reason: noEuRepresentative }),
    disputeLine: disputeBody ? text('site.operator.disputes', { name: disputeBody }) : text('site.operator.noDisputes'),
    providerRows: [
      ...rowsOf(operator.hostingProviders, text('site.operator.hosting')),
      ...rowsOf(operator.mailProviders, text('site.operator.mail')),
    ].join('\n'),
  };
}
