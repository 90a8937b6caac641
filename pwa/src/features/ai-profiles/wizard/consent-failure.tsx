import { errorCode, errorText } from '~/lib/api';
import { startNewestVersion } from '~/lib/app-version';
import { useIsBusy } from '~/lib/busy';
import { useText } from '~/lib/i18n';
import { useOnce } from '~/lib/once';
import { Button, Notice } from '~/ui';

/** Says that the words of a consent have been replaced since this page was loaded, and loads it anew: they are to be read first. */
export function ReplacedWords() {
  const t = useText();
  const isBusy = useIsBusy();
  const { isPending, run } = useOnce((error) => error);
  return (
    <Notice
      tone="bad"
      title={t('aiProfiles.wizard.consent.changed')}
      action={
        <Button variant="quiet" isPending={isPending} onPress={() => void run(startNewestVersion)}>
          {t('aiProfiles.wizard.consent.reload')}
        </Button>
      }
    >
      {t('aiProfiles.wizard.consent.changedText')} {isBusy ? t('aiProfiles.wizard.consent.reloadLoses') : null}
    </Notice>
  );
}

/** Why a consent was not recorded. */
export function ConsentFailure({ failure, title }: { failure: unknown; title: string }) {
  if (!failure) return null;
  if (errorCode(failure) === 'conflict') return <ReplacedWords />;
  return (
    <Notice tone="bad" title={title}>
      {errorText(failure)}
    </Notice>
  );
}
