import { facts } from '~/lib/facts';
import { megabytes } from '~/lib/formats';
import { useText, type TextKey } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';
import type { SiteData } from '../../site-data';
import { FormPage } from './parts';
import { PictureDrop, type PictureState } from './picture-drop';

/** What each answer is called and explained by; `marked.…` where the mark says how the picture was made. */
const ANSWERS: readonly (readonly [
  state: string,
  result: 'marked' | 'recognised' | 'unknown' | 'unreadable',
  TextKey,
])[] = [
  ['marked', 'marked', 'imageCheck.explanation.marked'],
  ['marked.sample', 'marked', 'imageCheck.source.sample'],
  ['marked.compositeSynthetic', 'marked', 'imageCheck.source.compositeSynthetic'],
  ['marked.trainedAlgorithmicMedia', 'marked', 'imageCheck.source.trainedAlgorithmicMedia'],
  ['recognised', 'recognised', 'imageCheck.explanation.recognised'],
  ['unknown', 'unknown', 'imageCheck.explanation.unknown'],
  ['unreadable', 'unreadable', 'imageCheck.explanation.unreadable'],
  ['damaged', 'unreadable', 'imageCheck.explanation.damaged'],
  ['too_many_pixels', 'unreadable', 'imageCheck.explanation.too_many_pixels'],
];

function Misuse() {
  const t = useText();
  return (
    <>
      {t('imageCheck.misuse')}
      <TextLink href="/missbrauch-melden" variant="strong">
        {t('shell.footer.misuse')}
      </TextLink>
    </>
  );
}

/** Anybody may ask whether a picture came from here. */
export function ImageCheckPage({ operator }: { operator: SiteData['operator'] }) {
  const t = useText();
  const states: PictureState[] = [
    { state: 'tooLarge', children: t('imageCheck.tooLarge', { size: megabytes(facts.photos.maxBytes) }) },
    { state: 'failed', title: t('imageCheck.failed', { name: '{name}' }), children: '{error}' },
    ...ANSWERS.map(([state, result, explanation]) => ({
      state,
      title: t(`imageCheck.result.${result}`),
      children: (
        <>
          <p>{'{name}'}</p>
          <p>{t(explanation)}</p>
          {result === 'unreadable' ? null : (
            <p>
              <Misuse />
            </p>
          )}
        </>
      ),
    })),
  ];
  return (
    <FormPage
      kind="imageCheck"
      title={t('imageCheck.title')}
      lead={t('imageCheck.lead')}
      about={t('imageCheck.about')}
      notes={[
        t('imageCheck.how'),
        t('imageCheck.limits'),
        <>
          {t('imageCheck.privacy')} <Misuse />
        </>,
      ]}
      instead="site.withoutScript.imageCheck"
      operator={operator}
    >
      <PictureDrop busy={t('imageCheck.checking', { name: '{name}' })} states={states} isLarge />
    </FormPage>
  );
}
