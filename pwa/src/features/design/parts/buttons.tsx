import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { Button, CopyButton, IconButton, IconToggle, LinkButton, PlainButton, TextLink, Toggle, Tooltip } from '~/ui';
import { Specimen, State } from '../specimen';
import styles from './parts.module.css';

const VARIANTS = ['primary', 'secondary', 'danger', 'quiet'] as const;

/** What is pressed. */
export function Buttons() {
  const t = useText();
  return (
    <>
      <Specimen name="Button" text="design.part.button">
        {VARIANTS.map((variant) => (
          <ButtonStates key={variant} variant={variant} />
        ))}
      </Specimen>
      <Specimen name="LinkButton, PlainButton" text="design.part.linkButton">
        <State name="rest">
          <LinkButton href="#buttons">{t('design.sample.toTop')}</LinkButton>
        </State>
        <State name="rest">
          <PlainButton>{t('shell.retry')}</PlainButton>
        </State>
        <State name="disabled">
          <PlainButton disabled data-disabled>
            {t('shell.retry')}
          </PlainButton>
        </State>
      </Specimen>
      <IconButtons />
      <Specimen name="CopyButton" text="design.part.copyButton">
        <State name="rest">
          <CopyButton
            text={t('design.sample.code')}
            label={t('design.sample.copy')}
            doneLabel={t('design.sample.copied')}
            failedLabel={t('design.sample.copyFailed')}
          />
        </State>
      </Specimen>
      <Specimen name="TextLink" text="design.part.textLink">
        {(['inline', 'strong', 'plain'] as const).map((variant) => (
          <State key={variant} code={variant}>
            <TextLink href="#buttons" variant={variant}>
              {t('design.sample.toTop')}
            </TextLink>
          </State>
        ))}
      </Specimen>
      <Specimen name="Tooltip" text="design.part.tooltip">
        <State name="rest">
          <Tooltip text={t('design.sample.tip')}>
            <Button>{t('design.sample.save')}</Button>
          </Tooltip>
        </State>
      </Specimen>
    </>
  );
}

function ButtonStates({ variant }: { variant: (typeof VARIANTS)[number] }) {
  const t = useText();
  const word = t(`design.sample.press.${variant}`);
  return (
    <div className={styles.looks}>
      <State code={variant} name="rest">
        <Button variant={variant}>{word}</Button>
      </State>
      <State code={variant} name="pending">
        <Button variant={variant} isPending>
          {word}
        </Button>
      </State>
      <State code={variant} name="disabled">
        <Button variant={variant} isDisabled>
          {word}
        </Button>
      </State>
    </div>
  );
}

function IconButtons() {
  const t = useText();
  const [isFavourite, setFavourite] = useState(true);
  return (
    <Specimen name="IconButton, IconToggle, Toggle" text="design.part.iconButton">
      <State name="rest">
        <IconButton icon="download" label={t('design.sample.download')} />
      </State>
      <State name="disabled">
        <IconButton icon="download" label={t('design.sample.download')} isDisabled />
      </State>
      <State name="selected">
        <IconToggle
          icon="heart"
          selectedIcon="heart-filled"
          label={t('design.sample.favourite')}
          isSelected={isFavourite}
          onChange={setFavourite}
        />
        <Toggle isSelected={isFavourite} onChange={setFavourite}>
          {t('design.sample.favourite')}
        </Toggle>
      </State>
    </Specimen>
  );
}
