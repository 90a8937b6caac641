import { isEmail, present } from '~/features/accounts';
import { api } from '~/lib/api';
import { facts } from '~/lib/facts';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import type { Me } from '~/lib/session';
import { Segmented, Terms, TextArea, TextField } from '~/ui';
import { ContractPage } from './contract-page';
import { declarer, ORDER_NUMBER_MAX } from './contracts-data';
import { DeclarationForm, EmailField, NameField } from './declaration-form';
import { useDeclaration } from './use-declaration';

interface CancellationInput {
  name: string;
  email: string;
  orderNumber: string;
  manner: 'ordinary' | 'extraordinary';
  reason: string;
}

function bodyOf({ manner, reason, ...input }: CancellationInput) {
  const orderNumber = input.orderNumber.trim();
  const common = { name: input.name.trim(), email: input.email.trim(), ...(orderNumber ? { orderNumber } : {}) };
  return manner === 'extraordinary' ? { manner, ...common, reason: reason.trim() } : { manner, ...common };
}

const useCancellation = (me: Me | null) =>
  useDeclaration<CancellationInput>({
    kind: 'cancel',
    initial: { ...declarer(me), orderNumber: '', manner: 'ordinary', reason: '' },
    check: (input) =>
      present({
        name: input.name.trim() ? undefined : 'contracts.error.name',
        email: isEmail(input.email) ? undefined : 'contracts.error.email',
        reason: input.manner === 'ordinary' || input.reason.trim() ? undefined : 'contracts.error.reason',
      }),
    declare: (input) => api.declareCancellation({ body: bodyOf(input) }),
    refused: {
      name: ['name', 'contracts.error.name'],
      email: ['email', 'contracts.error.email'],
      orderNumber: ['orderNumber', 'contracts.error.orderNumberWrong'],
      reason: ['reason', 'contracts.error.words'],
    },
  });

/** Where customers cancel their contracts, signed in or not. */
export function CancellationScreen({ me }: { me: Me | null }) {
  const t = useText();
  const { input, failure, isPending, change, field, submit, receipt } = useCancellation(me);
  return (
    <ContractPage act="cancel" receipt={receipt} email={input.email.trim()}>
      <DeclarationForm
        submitLabel={t('contracts.cancel.submit')}
        isPending={isPending}
        failure={failure}
        onSubmit={submit}
      >
        <NameField {...field('name')} />
        <EmailField {...field('email')} />
        <TextField
          label={t('contracts.cancel.orderNumber')}
          name="orderNumber"
          autoComplete="off"
          maxLength={ORDER_NUMBER_MAX}
          {...field('orderNumber')}
        />
        <Segmented
          label={t('contracts.cancel.manner')}
          value={input.manner}
          onChange={(manner) => change({ manner })}
          options={[
            { value: 'ordinary', label: t('contracts.cancel.ordinary') },
            { value: 'extraordinary', label: t('contracts.cancel.extraordinary') },
          ]}
        />
        {input.manner === 'extraordinary' ? (
          <TextArea
            label={t('contracts.cancel.reason')}
            description={t('contracts.cancel.reasonHint', { max: formatNumber(facts.declarations.statementMax) })}
            name="reason"
            maxLength={facts.declarations.statementMax}
            {...field('reason')}
            isRequired
          />
        ) : null}
        <Terms rows={[[t('contracts.cancel.when'), t('contracts.cancel.whenValue')]]} />
      </DeclarationForm>
    </ContractPage>
  );
}
