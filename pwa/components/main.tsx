import '~/ui/styles.css';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { LANGUAGE } from '~/lib/language';
import { messageQueue } from '~/lib/messages';
import { PageHeader, Section, ToastArea } from '~/ui';
import { Buttons, Choices, Fields } from './controls';
import { Feedback, Lists, Ways } from './displays';
import { Overlays } from './overlays';

const SECTIONS = {
  Knöpfe: Buttons,
  Felder: Fields,
  Auswahl: Choices,
  Rückmeldung: Feedback,
  Darüber: Overlays,
  Listen: Lists,
  Wege: Ways,
};

/** Every component of src/ui with its states, for tests and for those who change one. */
function Page() {
  return (
    <I18nProvider locale={LANGUAGE}>
      <main id="content" tabIndex={-1} className="page">
        <PageHeader title="Komponenten" />
        {Object.entries(SECTIONS).map(([title, Specimens]) => (
          <Section key={title} title={title}>
            <Specimens />
          </Section>
        ))}
      </main>
      <ToastArea queue={messageQueue} label="Meldungen" closeLabel="Schliessen" />
    </I18nProvider>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element #root.');
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
