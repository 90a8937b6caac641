import { useState } from 'react';
import { useText } from '~/lib/i18n';

/** The reason that an act of an admin needs: what its field shows, and what is sent. */
export function useReason(isTried: boolean) {
  const t = useText();
  const [value, onChange] = useState('');
  const reason = value.trim();
  const error = isTried && !reason ? t('admin.reasonMissing') : undefined;
  const field = {
    label: t('admin.reason'),
    description: t('admin.reasonHint'),
    maxLength: 500,
    value,
    onChange,
    error,
  };
  return { reason, field };
}
