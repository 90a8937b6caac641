import { text } from '~/lib/i18n';
import type { SiteData } from '../site-data';

type Operator = SiteData['operator'];

const names = (providers: Operator['hostingProviders']) => providers.map(({ name }) => name).join(', ');
const countries = (providers: Operator['hostingProviders']) =>
  [...new Set(providers.map(({ country }) => country))].join(', ');

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
    hostingNames: names(operator.hostingProviders),
    hostingCountries: countries(operator.hostingProviders),
    mailNames: names(operator.mailProviders),
    mailCountries: countries(operator.mailProviders),
  };
}
