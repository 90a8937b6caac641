import { useState } from 'react';
import { facts } from '~/lib/facts';
import { formatChf } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { CameraTrigger, Checkbox, FileDrop, RadioGroup, Segmented, Select, Switch } from '~/ui';
import { Specimen, State } from '../specimen';

const PLANS = facts.plans.map(({ id, name, priceRappen }) => ({ id, name, price: formatChf(priceRappen) }));

/** What is chosen. */
export function Choices() {
  return (
    <>
      <Checkboxes />
      <Switches />
      <Radios />
      <Segments />
      <Selects />
      <Drops />
    </>
  );
}

function Checkboxes() {
  const t = useText();
  const word = t('design.sample.agree');
  return (
    <Specimen name="Checkbox" text="design.part.checkbox">
      <State name="rest">
        <Checkbox>{word}</Checkbox>
      </State>
      <State name="selected">
        <Checkbox defaultSelected>{word}</Checkbox>
      </State>
      <State name="invalid">
        <Checkbox error={t('design.sample.agreeMissing')}>{word}</Checkbox>
      </State>
      <State name="disabled">
        <Checkbox isDisabled isSelected>
          {word}
        </Checkbox>
      </State>
    </Specimen>
  );
}

function Switches() {
  const t = useText();
  const word = t('design.sample.mail');
  return (
    <Specimen name="Switch" text="design.part.switch">
      <State name="rest">
        <Switch description={t('design.sample.mailHint')}>{word}</Switch>
      </State>
      <State name="selected">
        <Switch defaultSelected>{word}</Switch>
      </State>
      <State name="disabled">
        <Switch isDisabled>{word}</Switch>
      </State>
    </Specimen>
  );
}

function Radios() {
  const t = useText();
  const [plan, setPlan] = useState<string | null>(PLANS[0]?.id ?? null);
  const options = PLANS.map(({ id, name, price }) => ({ value: id as string, label: name, detail: price }));
  const label = t('design.sample.plan');
  return (
    <Specimen name="RadioGroup" text="design.part.radioGroup">
      <State name="selected">
        <RadioGroup label={label} options={options} value={plan} onChange={setPlan} />
      </State>
      <State name="invalid">
        <RadioGroup
          label={label}
          options={options}
          value={null}
          onChange={setPlan}
          error={t('design.sample.planMissing')}
        />
      </State>
      <State name="disabled">
        <RadioGroup label={label} options={options} value={plan} onChange={setPlan} isDisabled />
      </State>
    </Specimen>
  );
}

function Segments() {
  const t = useText();
  const [gender, setGender] = useState<'male' | 'female'>('male');
  const texts = {
    label: t('design.sample.gender'),
    options: [
      { value: 'male' as const, label: t('design.sample.male') },
      { value: 'female' as const, label: t('design.sample.female') },
    ],
    value: gender,
    onChange: setGender,
  };
  return (
    <Specimen name="Segmented" text="design.part.segmented">
      <State name="selected">
        <Segmented {...texts} />
      </State>
      <State name="disabled">
        <Segmented {...texts} isDisabled />
      </State>
    </Specimen>
  );
}

function Selects() {
  const t = useText();
  const [plan, setPlan] = useState<string | null>(null);
  const texts = {
    label: t('design.sample.plan'),
    placeholder: t('design.sample.choose'),
    options: PLANS.map(({ id, name, price }, index) => ({ id, label: name, detail: price, isDisabled: index === 2 })),
    onChange: setPlan,
  };
  return (
    <Specimen name="Select" text="design.part.select">
      <State name="empty">
        <Select {...texts} value={plan} />
      </State>
      <State name="filled">
        <Select {...texts} value={plan ?? PLANS[1]?.id ?? null} />
      </State>
      <State name="disabled">
        <Select {...texts} value={null} isDisabled />
      </State>
    </Specimen>
  );
}

function Drops() {
  const t = useText();
  const texts = { label: t('design.sample.drop'), accept: ['image/jpeg', 'image/png'], onFiles: () => undefined };
  return (
    <Specimen name="FileDrop" text="design.part.fileDrop">
      <State name="rest">
        <FileDrop {...texts}>{t('design.sample.drop')}</FileDrop>
      </State>
      <State name="disabled">
        <FileDrop {...texts} isDisabled>
          {t('design.sample.drop')}
        </FileDrop>
      </State>
      <State name="camera">
        <CameraTrigger onFiles={texts.onFiles}>{t('design.sample.camera')}</CameraTrigger>
      </State>
    </Specimen>
  );
}
