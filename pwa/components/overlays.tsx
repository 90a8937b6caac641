import { notify } from '~/lib/messages';
import { AlertDialog, Button, Dialog, DialogForm, FormDialog, Lightbox, Menu, TextField } from '~/ui';
import { Held, Specimen } from './specimens';

const ignore = () => undefined;
const SLIDES = ['city-daylight', 'black-bg', 'office'].map((id, index) => ({
  id,
  src: `/previews/${id}-1280.webp`,
  alt: `${index + 1} von 3`,
}));
const lightboxLabels = {
  dialog: 'Bilder',
  close: 'Schliessen',
  previous: 'Zurück',
  next: 'Weiter',
  larger: 'Vergrössern',
  smaller: 'Verkleinern',
  missing: 'Nicht geladen',
  position: (number: number, total: number) => `${number} von ${total}`,
  scale: (share: number) => `${Math.round(share * 100)}%`,
};

export const Overlays = () => (
  <>
    <Specimen name="Dialog, AlertDialog, FormDialog">
      <Held start={false}>
        {(isOpen, onOpenChange) => (
          <>
            <Button onPress={() => onOpenChange(true)}>Dialog öffnen</Button>
            <Dialog {...{ isOpen, onOpenChange }} title="Formate" closeLabel="Schliessen">
              <p>Jedes Portrait gibt es auch quadratisch.</p>
            </Dialog>
          </>
        )}
      </Held>
      <Held start={false}>
        {(isOpen, onOpenChange) => (
          <>
            <Button onPress={() => onOpenChange(true)}>Löschfrage öffnen</Button>
            <AlertDialog
              {...{ isOpen, onOpenChange }}
              title="Generation löschen?"
              confirmLabel="Löschen"
              cancelLabel="Abbrechen"
              onConfirm={() => onOpenChange(false)}
            >
              Das lässt sich nicht rückgängig machen.
            </AlertDialog>
          </>
        )}
      </Held>
      <Held start={false}>
        {(isOpen, setOpen) => (
          <>
            <Button onPress={() => setOpen(true)}>Formular öffnen</Button>
            <FormDialog isOpen={isOpen} onClose={() => setOpen(false)} title="Profil umbenennen">
              <DialogForm
                submitLabel="Speichern"
                cancelLabel="Abbrechen"
                onCancel={() => setOpen(false)}
                onSubmit={() => setOpen(false)}
              >
                <TextField label="Profilname" defaultValue="Bewerbung 2027" autoFocus />
              </DialogForm>
            </FormDialog>
          </>
        )}
      </Held>
    </Specimen>
    <Specimen name="Menu">
      <Menu
        label="Weitere Handlungen"
        trigger="Weitere Handlungen"
        variant="secondary"
        items={['Umbenennen', 'Löschen'].map((label) => ({ id: label, label, onAction: ignore }))}
      />
    </Specimen>
    <Specimen name="ToastArea">
      {(['info', 'good', 'bad'] as const).map((tone) => (
        <Button key={tone} onPress={() => notify({ tone, title: tone })}>
          Meldung {tone}
        </Button>
      ))}
    </Specimen>
    <Specimen name="Lightbox">
      <Held<string | null> start={null}>
        {(slide, setSlide) => (
          <>
            <Button onPress={() => setSlide('city-daylight')}>Bilder gross ansehen</Button>
            <Lightbox slides={SLIDES} open={slide} onClose={() => setSlide(null)} labels={lightboxLabels}>
              {({ alt }) => <p>{alt}</p>}
            </Lightbox>
          </>
        )}
      </Held>
    </Specimen>
  </>
);
