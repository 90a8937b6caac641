import { facts } from '~/lib/facts';
import { errorText } from '~/lib/api';
import { megabytes } from '~/lib/formats';
import type { Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { briefNames, type SortedFiles } from './files';
import type { QueueNeeds } from './queue-state';

/** What is said of files that were chosen and are not taken. */
function tellSorted(t: Text, { invalid, large, surplus }: SortedFiles): void {
  const bad = (title: string, text: string) => notify({ title, text, tone: 'bad', duration: 'normal' });
  if (invalid.length > 0)
    bad(
      t('aiProfiles.wizard.invalidTitle'),
      t('aiProfiles.wizard.invalid', { names: briefNames(invalid.map(({ file }) => file.name)) }),
    );
  if (large.length > 0)
    bad(
      t('aiProfiles.wizard.largeTitle'),
      t('aiProfiles.wizard.large', { count: large.length, megabytes: megabytes(facts.photos.maxBytes) }),
    );
  if (surplus.length > 0)
    bad(t('aiProfiles.wizard.surplusTitle'), t('aiProfiles.wizard.surplus', { count: surplus.length }));
}

/** Says something of the photos as a message. */
export const messages = (
  t: Text,
): Pick<QueueNeeds, 'nameOf' | 'tellSorted' | 'tellDropped' | 'tellAside' | 'tellValidated' | 'tellNotRemoved'> => ({
  nameOf: (number) => t('aiProfiles.wizard.photo', { number }),
  tellSorted: (files) => tellSorted(t, files),
  tellDropped: (names) => notify({ title: t('aiProfiles.wizard.droppedTitle'), text: briefNames(names), tone: 'bad' }),
  tellAside: (names) => notify({ title: t('aiProfiles.wizard.asideTitle'), text: briefNames(names), tone: 'bad' }),
  tellValidated: (count) =>
    notify({
      title: t('aiProfiles.wizard.validatedTitle'),
      text: t('aiProfiles.wizard.validated', { count }),
      tone: 'good',
      duration: 'info',
    }),
  tellNotRemoved: (error) => notify({ title: t('aiProfiles.wizard.notRemoved'), text: errorText(error), tone: 'bad' }),
});
