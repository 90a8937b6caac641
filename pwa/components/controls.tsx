import { facts } from '~/lib/facts';
import { formatChf } from '~/lib/formats';
import {
  Button,
  CameraTrigger,
  Checkbox,
  CopyButton,
  FileDrop,
  Form,
  Icon,
  ICON_PATHS,
  IconButton,
  IconToggle,
  LinkButton,
  NumberField,
  PasswordField,
  PlainButton,
  RadioGroup,
  SearchField,
  Segmented,
  Select,
  Slider,
  Switch,
  TextArea,
  TextField,
  TextLink,
  Toggle,
  Tooltip,
  type IconName,
} from '~/ui';
import { Fragment } from 'react';
import { Held, Specimen } from './specimens';

export const Buttons = () => (
  <>
    <Specimen name="Button">
      {(['primary', 'secondary', 'danger', 'quiet'] as const).map((variant) => (
        <Fragment key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} isPending>
            {variant}
          </Button>
          <Button variant={variant} isDisabled>
            {variant}
          </Button>
        </Fragment>
      ))}
    </Specimen>
    <Specimen name="LinkButton, PlainButton">
      <LinkButton href="#content">Zum Anfang</LinkButton>
      <PlainButton>Erneut versuchen</PlainButton>
      <PlainButton disabled data-disabled>
        Erneut versuchen
      </PlainButton>
    </Specimen>
    <Specimen name="IconButton, IconToggle, Toggle">
      <IconButton icon="download" label="Herunterladen" />
      <IconButton icon="download" label="Herunterladen" isDisabled />
      <Held start={true}>
        {(isSelected, onChange) => (
          <>
            <IconToggle icon="heart" selectedIcon="heart-filled" label="Favorit" {...{ isSelected, onChange }} />
            <Toggle {...{ isSelected, onChange }}>Favorit</Toggle>
          </>
        )}
      </Held>
    </Specimen>
    <Specimen name="CopyButton">
      <CopyButton text="K7QX" label="Code kopieren" doneLabel="Kopiert" failedLabel="Bitte von Hand" />
    </Specimen>
    <Specimen name="TextLink">
      {(['inline', 'strong', 'plain'] as const).map((variant) => (
        <TextLink key={variant} href="#content" variant={variant}>
          Zum Anfang
        </TextLink>
      ))}
    </Specimen>
    <Specimen name="Tooltip">
      <Tooltip text="Gilt ab sofort auf allen Geräten.">
        <Button>Speichern</Button>
      </Tooltip>
    </Specimen>
    <Specimen name="Icon">
      {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
        <p key={name}>
          <Icon name={name} /> <Icon name={name} size="small" /> {name}
        </p>
      ))}
    </Specimen>
  </>
);

const password = { label: 'Passwort', showLabel: 'Anzeigen', hideLabel: 'Verbergen', autoComplete: 'off' };
const search = { label: 'Profile durchsuchen', clearLabel: 'Suche leeren', placeholder: 'Name' };
const zoom = { label: 'Vergrösserung', min: 1, max: 3, step: 0.1, format: { style: 'percent' } as const };

export const Fields = () => (
  <>
    <Specimen name="TextField">
      <TextField label="Profilname" placeholder="Zum Beispiel LinkedIn" description="Nur Sie sehen diesen Namen." />
      <TextField label="Profilname" defaultValue="Bewerbung 2027" />
      <TextField label="Profilname" error="Bitte geben Sie einen Namen ein." />
      <TextField label="Profilname" value="Bewerbung 2027" isReadOnly />
      <TextField label="Profilname" value="Bewerbung 2027" isDisabled />
    </Specimen>
    <Specimen name="PasswordField">
      <PasswordField {...password} defaultValue="K7QX-29MA" />
      <PasswordField {...password} error="Mindestens 6 Zeichen." />
    </Specimen>
    <Specimen name="TextArea, Form">
      <TextArea label="Begründung" defaultValue="Die Rechnung wurde zweimal bezahlt. Der zweite Betrag geht zurück." />
      <Form onSubmit={() => undefined}>
        <TextArea label="Begründung" error="Bitte begründen Sie die Sperre." />
      </Form>
    </Specimen>
    <Specimen name="SearchField">
      <SearchField {...search} />
      <SearchField {...search} defaultValue="Bewerbung 2027" />
      <SearchField {...search} isDisabled />
    </Specimen>
    <Specimen name="NumberField">
      <NumberField label="Credits" defaultValue={10} minValue={1} description="Eine Generierung kostet Credits." />
      <NumberField label="Credits" minValue={1} error="Bitte geben Sie eine Zahl über 0 ein." />
      <NumberField label="Credits" value={10} isDisabled />
    </Specimen>
    <Specimen name="Slider">
      <Held start={1.5}>{(value, onChange) => <Slider {...zoom} {...{ value, onChange }} />}</Held>
      <Slider {...zoom} value={2} onChange={() => undefined} isDisabled />
    </Specimen>
  </>
);

const PLANS = facts.plans.map(({ id, name, priceRappen }) => ({ id, label: name, detail: formatChf(priceRappen) }));
const radios = { label: 'Abo', options: PLANS.map(({ id, ...rest }) => ({ value: id as string, ...rest })) };
const select = {
  label: 'Abo',
  placeholder: 'Bitte wählen',
  options: PLANS.map((plan, index) => ({ ...plan, isDisabled: index === 2 })),
};
const gender = {
  label: 'Geschlecht',
  options: [
    { value: 'male', label: 'Männlich' },
    { value: 'female', label: 'Weiblich' },
  ],
};
const drop = { label: 'Fotos hinzufügen', accept: ['image/jpeg', 'image/png'], onFiles: () => undefined };

export const Choices = () => (
  <>
    <Specimen name="Checkbox">
      <Checkbox>Alle Fotos zeigen mich.</Checkbox>
      <Checkbox defaultSelected>Alle Fotos zeigen mich.</Checkbox>
      <Checkbox error="Ohne Ihre Einwilligung können wir nicht beginnen.">Alle Fotos zeigen mich.</Checkbox>
      <Checkbox isDisabled isSelected>
        Alle Fotos zeigen mich.
      </Checkbox>
    </Specimen>
    <Specimen name="Switch">
      <Switch description="Sie können das jederzeit ändern.">E-Mail</Switch>
      <Switch defaultSelected>E-Mail</Switch>
      <Switch isDisabled>E-Mail</Switch>
    </Specimen>
    <Specimen name="RadioGroup">
      {[{ isDisabled: false }, { error: 'Bitte wählen Sie ein Abo.' }, { isDisabled: true }].map((state, index) => (
        <Held<string | null> key={index} start={state.error ? null : (PLANS[0]?.id ?? null)}>
          {(value, onChange) => <RadioGroup {...radios} {...state} {...{ value, onChange }} />}
        </Held>
      ))}
    </Specimen>
    <Specimen name="Segmented">
      {[false, true].map((isDisabled) => (
        <Held key={String(isDisabled)} start="male">
          {(value, onChange) => <Segmented {...gender} {...{ value, onChange, isDisabled }} />}
        </Held>
      ))}
    </Specimen>
    <Specimen name="Select">
      {[{ start: null }, { start: PLANS[1]?.id ?? null }, { start: null, isDisabled: true }].map(
        ({ start, isDisabled }, index) => (
          <Held<string | null> key={index} start={start}>
            {(value, onChange) => <Select {...select} {...{ value, onChange, isDisabled }} />}
          </Held>
        ),
      )}
    </Specimen>
    <Specimen name="FileDrop">
      <FileDrop {...drop}>Fotos hinzufügen</FileDrop>
      <FileDrop {...drop} isDisabled>
        Fotos hinzufügen
      </FileDrop>
      <CameraTrigger onFiles={drop.onFiles}>Foto aufnehmen</CameraTrigger>
    </Specimen>
  </>
);
