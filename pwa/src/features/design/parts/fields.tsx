import { useState } from 'react';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { NumberField, PasswordField, SearchField, Slider, TextArea, TextField } from '~/ui';
import { Specimen, State } from '../specimen';

/** What is written into. */
export function Fields() {
  return (
    <>
      <TextFields />
      <Passwords />
      <Areas />
      <Searches />
      <Numbers />
      <Sliders />
    </>
  );
}

function TextFields() {
  const t = useText();
  const label = t('design.sample.profileName');
  return (
    <Specimen name="TextField" text="design.part.textField">
      <State name="empty">
        <TextField
          label={label}
          placeholder={t('design.sample.profilePlaceholder')}
          description={t('design.sample.profileHint')}
        />
      </State>
      <State name="filled">
        <TextField label={label} defaultValue={t('design.sample.profile')} />
      </State>
      <State name="invalid">
        <TextField label={label} error={t('design.sample.profileMissing')} />
      </State>
      <State name="readOnly">
        <TextField label={label} value={t('design.sample.profile')} isReadOnly />
      </State>
      <State name="disabled">
        <TextField label={label} value={t('design.sample.profile')} isDisabled />
      </State>
    </Specimen>
  );
}

function Passwords() {
  const t = useText();
  const texts = {
    label: t('design.sample.password'),
    showLabel: t('design.sample.reveal'),
    hideLabel: t('design.sample.hide'),
    autoComplete: 'off',
  };
  return (
    <Specimen name="PasswordField" text="design.part.passwordField">
      <State name="filled">
        <PasswordField {...texts} defaultValue={t('design.sample.code')} />
      </State>
      <State name="invalid">
        <PasswordField {...texts} error={t('design.sample.passwordShort')} />
      </State>
    </Specimen>
  );
}

function Areas() {
  const t = useText();
  return (
    <Specimen name="TextArea" text="design.part.textArea">
      <State name="filled">
        <TextArea label={t('design.sample.reason')} defaultValue={t('design.sample.reasonText')} />
      </State>
      <State name="invalid">
        <TextArea label={t('design.sample.reason')} error={t('design.sample.reasonMissing')} />
      </State>
    </Specimen>
  );
}

function Searches() {
  const t = useText();
  const texts = {
    label: t('design.sample.search'),
    clearLabel: t('design.sample.clear'),
    placeholder: t('design.sample.searchPlaceholder'),
  };
  return (
    <Specimen name="SearchField" text="design.part.searchField">
      <State name="empty">
        <SearchField {...texts} />
      </State>
      <State name="filled">
        <SearchField {...texts} defaultValue={t('design.sample.profile')} />
      </State>
      <State name="disabled">
        <SearchField {...texts} isDisabled />
      </State>
    </Specimen>
  );
}

function Numbers() {
  const t = useText();
  const label = t('design.sample.credits');
  return (
    <Specimen name="NumberField" text="design.part.numberField">
      <State name="filled">
        <NumberField
          label={label}
          defaultValue={facts.generation.credits}
          minValue={1}
          description={t('design.sample.creditsHint')}
        />
      </State>
      <State name="invalid">
        <NumberField label={label} minValue={1} error={t('design.sample.creditsMissing')} />
      </State>
      <State name="disabled">
        <NumberField label={label} value={facts.generation.credits} isDisabled />
      </State>
    </Specimen>
  );
}

function Sliders() {
  const t = useText();
  const [zoom, setZoom] = useState(1.5);
  const texts = { label: t('design.sample.zoom'), min: 1, max: 3, step: 0.1, format: { style: 'percent' } as const };
  return (
    <Specimen name="Slider" text="design.part.slider">
      <State name="rest">
        <Slider {...texts} value={zoom} onChange={setZoom} />
      </State>
      <State name="disabled">
        <Slider {...texts} value={2} onChange={setZoom} isDisabled />
      </State>
    </Specimen>
  );
}
