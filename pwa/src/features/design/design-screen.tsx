import type { ReactNode } from 'react';
import type { Loaded, Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { PageHeader, Section, TextLink } from '~/ui';
import { Colours } from './colours';
import styles from './design-screen.module.css';
import { Figures } from './figures';
import { IconSheet } from './icon-sheet';
import { SpaceScale, TypeScale } from './measures';
import { Buttons } from './parts/buttons';
import { Choices } from './parts/choices';
import { Feedback } from './parts/feedback';
import { Fields } from './parts/fields';
import { Lists } from './parts/lists';
import { Overlays } from './parts/overlays';
import { Ways } from './parts/ways';
import { ThemeChoice } from './theme-choice';
import { useNoIndex } from './use-no-index';

const SECTIONS = [
  'colours',
  'type',
  'space',
  'icons',
  'figure',
  'buttons',
  'fields',
  'choices',
  'feedback',
  'overlays',
  'lists',
  'ways',
] as const;

/** Everything the pages are made of, with each of its states, from the same code as the pages. */
export function DesignScreen({ styles: list }: { styles: Loaded<Schemas['Style'][]> }) {
  const t = useText();
  useNoIndex();
  const content: Record<(typeof SECTIONS)[number], ReactNode> = {
    colours: <Colours />,
    type: <TypeScale />,
    space: <SpaceScale />,
    icons: <IconSheet />,
    figure: <Figures list={list} />,
    buttons: <Buttons />,
    fields: <Fields />,
    choices: <Choices />,
    feedback: <Feedback />,
    overlays: <Overlays />,
    lists: <Lists />,
    ways: <Ways />,
  };
  return (
    <>
      <PageHeader title={t('design.title')} lead={t('design.lead')} actions={<ThemeChoice />} />
      <nav aria-label={t('design.contents')} className={styles.contents}>
        {SECTIONS.map((id) => (
          <TextLink key={id} href={`#${id}`} variant="plain">
            {t(`design.section.${id}`)}
          </TextLink>
        ))}
      </nav>
      {SECTIONS.map((id) => (
        <Section key={id} id={id} title={t(`design.section.${id}`)}>
          <p className={styles.note}>{t(`design.note.${id}`)}</p>
          {content[id]}
        </Section>
      ))}
    </>
  );
}
