import { momentText } from '~/features/shell';
import type { Schemas } from '~/lib/api';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { Row } from '~/ui';

type Entry = Schemas['AdminAuditEntry'];

/** What changed, where that is a number or a name. */
function detailOf({ action, detail }: Entry, t: Text): string | null {
  if (!detail) return null;
  if (action === 'user.credits')
    return t('admin.audit.credits', {
      delta: signed(Number(detail['delta'])),
      balance: formatNumber(Number(detail['balance'])),
    });
  if (action === 'user.role') return t(detail['role'] === 'admin' ? 'admin.users.role.admin' : 'admin.users.role.user');
  if (action === 'pack.create' || action === 'pack.edit')
    return t(detail['needsSubscription'] === false ? 'admin.audit.packForEverybody' : 'admin.audit.pack', {
      credits: formatNumber(Number(detail['credits'])),
      price: formatChf(Number(detail['priceRappen'])),
    });
  if (action.startsWith('declaration.'))
    return t(detail['kind'] === 'withdrawal' ? 'admin.cases.kind.withdrawal' : 'admin.cases.kind.cancellation');
  if (action.startsWith('refund.') || action.startsWith('payment.')) return formatChf(Number(detail['amountRappen']));
  if (action === 'style.edit' && 'enabled' in detail)
    return t(detail['enabled'] ? 'admin.styles.on' : 'admin.styles.off');
  return null;
}

const signed = (delta: number): string => (delta > 0 ? `+${formatNumber(delta)}` : `−${formatNumber(-delta)}`);

/** One act: what, to whom, by whom, when and why. */
export function AuditRow({ entry }: { entry: Entry }) {
  const t = useText();
  // Styles, packs and reading the provider again have no reason of their own: what changed says it.
  const hasReason = !/^(style|pack)\.|^user\.synchronise$|^example\.(edit|show)$/.test(entry.action);
  return (
    <Row
      title={[
        t(`admin.audit.action.${entry.action}`),
        entry.subject ?? (entry.action.startsWith('pack') ? entry.reason : null),
      ]
        .filter(Boolean)
        .join(': ')}
      detail={`${momentText(entry.createdAt, t)} · ${entry.actor ?? t(entry.byCommand ? 'admin.audit.command' : 'admin.audit.left')}`}
      below={hasReason ? entry.reason : undefined}
      status={detailOf(entry, t)}
    />
  );
}
