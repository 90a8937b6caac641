import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { formatPercent } from '~/lib/formats';
import { notify } from '~/lib/messages';
import { AlertDialog, Button, Dialog, DialogForm, FormDialog, Lightbox, Menu, TextField } from '~/ui';
import { Specimen, State } from '../specimen';
import styles from './parts.module.css';

/** What opens above the page. */
export function Overlays() {
  return (
    <>
      <Dialogs />
      <Menus />
      <Toasts />
      <Viewer />
    </>
  );
}

function Dialogs() {
  const t = useText();
  const [open, setOpen] = useState<'dialog' | 'alert' | 'form' | null>(null);
  const close = () => setOpen(null);
  return (
    <Specimen name="Dialog, AlertDialog, FormDialog" text="design.part.dialog">
      <State code="Dialog">
        <Button onPress={() => setOpen('dialog')}>{t('design.sample.openDialog')}</Button>
      </State>
      <State code="AlertDialog">
        <Button onPress={() => setOpen('alert')}>{t('design.sample.openAlert')}</Button>
      </State>
      <State code="FormDialog">
        <Button onPress={() => setOpen('form')}>{t('design.sample.openForm')}</Button>
      </State>
      <Dialog
        isOpen={open === 'dialog'}
        onOpenChange={close}
        title={t('design.sample.dialogTitle')}
        closeLabel={t('shell.close')}
      >
        <p>{t('design.sample.dialogText')}</p>
      </Dialog>
      <AlertDialog
        isOpen={open === 'alert'}
        onOpenChange={close}
        title={t('design.sample.alertTitle')}
        confirmLabel={t('design.sample.press.danger')}
        cancelLabel={t('shell.cancel')}
        onConfirm={close}
      >
        {t('design.sample.alertText')}
      </AlertDialog>
      <FormDialog isOpen={open === 'form'} onClose={close} title={t('design.sample.formTitle')}>
        <DialogForm
          submitLabel={t('design.sample.save')}
          cancelLabel={t('shell.cancel')}
          onCancel={close}
          onSubmit={close}
        >
          <TextField label={t('design.sample.profileName')} defaultValue={t('design.sample.profile')} autoFocus />
        </DialogForm>
      </FormDialog>
    </Specimen>
  );
}

function Menus() {
  const t = useText();
  return (
    <Specimen name="Menu" text="design.part.menu">
      <State name="rest">
        <Menu
          label={t('design.sample.formats')}
          trigger={t('design.sample.formats')}
          variant="secondary"
          items={[
            { id: 'rename', label: t('design.sample.rename'), onAction: () => undefined },
            { id: 'delete', label: t('design.sample.press.danger'), onAction: () => undefined },
          ]}
        />
      </State>
    </Specimen>
  );
}

function Toasts() {
  const t = useText();
  return (
    <Specimen name="ToastArea" text="design.part.toast">
      {(['info', 'good', 'bad'] as const).map((tone) => (
        <State key={tone} code={tone}>
          <Button onPress={() => notify({ tone, title: t(`design.sample.toast.${tone}`) })}>
            {t(`design.sample.show.${tone}`)}
          </Button>
        </State>
      ))}
    </Specimen>
  );
}

const SLIDES = ['city-daylight', 'black-bg', 'office'];

function Viewer() {
  const t = useText();
  const [open, setOpen] = useState<string | null>(null);
  const position = (number: number) => t('design.sample.position', { number, total: SLIDES.length });
  return (
    <Specimen name="Lightbox" text="design.part.lightbox">
      <State name="rest">
        <Button onPress={() => setOpen(SLIDES[0] ?? null)}>{t('design.sample.openViewer')}</Button>
      </State>
      <Lightbox
        slides={SLIDES.map((id, index) => ({ id, src: `/previews/${id}-1280.webp`, alt: position(index + 1) }))}
        open={open}
        onClose={() => setOpen(null)}
        labels={{
          dialog: t('design.section.figure'),
          close: t('shell.close'),
          previous: t('design.sample.previous'),
          next: t('design.sample.next'),
          larger: t('design.sample.larger'),
          smaller: t('design.sample.smaller'),
          missing: t('design.state.failed'),
          position,
          scale: formatPercent,
        }}
      >
        {({ alt }) => <p className={styles.bar}>{alt}</p>}
      </Lightbox>
    </Specimen>
  );
}
