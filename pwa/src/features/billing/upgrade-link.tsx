import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLinkButton } from '~/lib/navigation';
import type { ButtonVariant } from '~/ui';
import type { Plan } from './billing-data';

/**
 * Leads to the order of a higher plan and says that it replaces the one that runs. The price is asked for only when it is followed,
 * not when the pointer comes near.
 */
export function UpgradeLink({
  plan,
  variant,
  children,
  ...label
}: {
  plan: Plan;
  variant: ButtonVariant;
  children: string;
  'aria-label'?: string;
}) {
  const t = useText();
  const [isLoading, setLoading] = useState(false);
  return (
    <AppLinkButton
      to="/bestellen"
      search={{ upgrade: plan.id }}
      preload={false}
      variant={variant}
      {...(isLoading ? {} : label)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        setLoading(true);
        notify({
          title: t('billing.upgrade.title', { plan: plan.name }),
          text: t('billing.upgrade.text'),
          duration: 'info',
        });
      }}
    >
      {isLoading ? t('shell.loading') : children}
    </AppLinkButton>
  );
}
