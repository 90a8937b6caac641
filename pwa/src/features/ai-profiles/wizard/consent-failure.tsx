import { errorCode, errorText } from '~/lib/api';
import { startNewestVersion } from '~/lib/app-version';
import { useText } from '~/lib/i18n';
import { Button, Notice } from '~/ui';

/** Why a consent was not recorded. Where its words have been replaced since this page was loaded, the page is loaded anew: they are to be read first. */
export function ConsentFailure({ failure, title }: { failure: unknown; title: string }) {
  const t = useText();
  if (!failure) return null;
  if (errorCode(failure) !== 'conflict')
    return (
      <Notice tone="bad" title={title}>
        {errorText(failure)}
      </Notice>
    );
  return (
    <Notice
      tone="bad"
      title={t('aiProfiles.wizard.consent.changed')}
      action={
        <Button variant="quiet" onPress={() => void startNewestVersion()}>
          {t('aiProfiles.wizard.consent.reload')}
        </Button>
      }
    >
      {t('aiProfiles.wizard.consent.changedText')}
    </Notice>
  );
}
