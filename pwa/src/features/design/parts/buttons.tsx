import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { Button, CopyButton, IconButton, IconToggle, LinkButton, PlainButton, TextLink, Toggle, Tooltip } from '~/ui';
import { Specimen, State } from '../specimen';
import styles from './parts.module.css';

const LOOKS = ['primary', 'secondary', 'danger', 'quiet'] as const;

/** What is pressed. */
export function Buttons() {
  const t = useText();
  return (
    <>
      <Specimen name="Button" text="design.part.button">
        {LOOKS.map((look) => (
          <ButtonStates key={look} look={look} />
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
        {(['inline', 'strong', 'plain'] as const).map((look) => (
          <State key={look} code={look}>
            <TextLink href="#buttons" look={look}>
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

function ButtonStates({ look }: { look: (typeof LOOKS)[number] }) {
  const t = useText();
  const word = t(`design.sample.press.${look}`);
  return (
    <div className={styles.looks}>
      <State code={look} name="rest">
        <Button look={look}>{word}</Button>
      </State>
      <State code={look} name="pending">
        <Button look={look} isPending>
          {word}
        </Button>
      </State>
      <State code={look} name="disabled">
        <Button look={look} isDisabled>
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
