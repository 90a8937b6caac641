import { useState } from 'react';
import { settle, type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { useText } from '~/lib/i18n';
import { Button, Notice, Section, Status, Terms, type StatusTone } from '~/ui';

type Finding = Schemas['HealthDetail']['findings'][number];

const TONES: Record<Finding['state'], StatusTone> = { good: 'good', todo: 'bad', off: 'neutral', unknown: 'active' };

/** Every part of the installation is looked at when somebody asks for it: it takes seconds, and asks services that others wait for. */
export function SetUp() {
  const t = useText();
  const [isLooking, setLooking] = useState(false);
  const [found, setFound] = useState<Loaded<Schemas['HealthDetail']> | null>(null);
  async function look() {
    setLooking(true);
    setFound(await settle(adminApi.getHealthDetail()));
    setLooking(false);
  }
  return (
    <Section
      title={t('admin.operations.setUp')}
      aside={
        <Button onPress={() => void look()} isPending={isLooking}>
          {isLooking ? t('shell.loading') : t('admin.operations.look')}
        </Button>
      }
    >
      {found?.ok ? null : <p>{t('admin.operations.setUpLead')}</p>}
      <div role="status">
        {found?.ok ? (
          <Terms
            rows={found.value.findings.map(({ check, state, text }) => [
              t(`admin.operations.part.${check}`),
              <Status key={text} tone={TONES[state]}>
                {t('admin.operations.found', { state: t(`admin.operations.state.${state}`), text })}
              </Status>,
            ])}
          />
        ) : null}
        {found && !found.ok ? <Notice tone="bad" title={t('admin.operations.setUpFailed')} /> : null}
      </div>
    </Section>
  );
}
