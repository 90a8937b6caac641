import { LoadedPart } from '~/features/shell';
import { api, type Loaded, type Schemas } from '~/lib/api';
import { formatMonth, formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { PagedRows, type Page } from '~/lib/pages';
import { Row, Section } from '~/ui';
import styles from '../settings.module.css';

export type KeyUsage = Schemas['ApiKeyUsage'];

/** What is zero is not told, but for the calls. */
function detailOf({ calls, limited, trainings, runs, creditsSpent, creditsReturned }: KeyUsage, t: Text): string {
  const told = (key: 'limited' | 'trainings' | 'runs' | 'spent' | 'returned', count: number): string[] =>
    count === 0 ? [] : [t(`settings.keys.usage.${key}`, { count, number: formatNumber(count) })];
  return [
    t('settings.keys.usage.calls', { count: calls, number: formatNumber(calls) }),
    ...told('limited', limited),
    ...told('trainings', trainings),
    ...told('runs', runs),
    ...told('spent', creditsSpent),
    ...told('returned', creditsReturned),
  ].join(' · ');
}

/** What the keys did, month by month, also those that were revoked. */
export function KeyUsageList({ usage }: { usage: Loaded<Page<KeyUsage>> }) {
  const t = useText();
  return (
    <Section title={t('settings.keys.usage.title')}>
      <p className={styles.lead}>{t('settings.keys.usage.lead')}</p>
      <LoadedPart of={usage} failed={t('settings.keys.usage.failed')}>
        {(first) => (
          <PagedRows
            first={first}
            load={(cursor) => api.listKeyUsage({ query: { cursor } })}
            label={t('settings.keys.usage.title')}
            empty={t('settings.keys.usage.empty')}
          >
            {(used) => (
              <Row
                key={`${used.apiKeyId} ${used.month}`}
                title={`${formatMonth(`${used.month}-15`)} · ${used.name}`}
                detail={
                  <>
                    <p>{`${used.hint}…`}</p>
                    <p>{detailOf(used, t)}</p>
                  </>
                }
              />
            )}
          </PagedRows>
        )}
      </LoadedPart>
    </Section>
  );
}
