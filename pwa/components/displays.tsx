import { facts } from '~/lib/facts';
import { formatChf, formatNumber } from '~/lib/formats';
import {
  Accordion,
  ActBar,
  Avatar,
  BarChart,
  Breadcrumbs,
  Button,
  Column,
  CornerToggle,
  EmptyState,
  Explained,
  Initials,
  Notice,
  Pagination,
  Picture,
  ProgressBar,
  Row,
  Rows,
  RowsSkeleton,
  Secret,
  Skeleton,
  Status,
  Table,
  Tabs,
  Terms,
  TextLink,
  VisuallyHidden,
  type TableColumn,
  type TableSort,
} from '~/ui';
import QrCode from '~/ui/qr-code';
import { Held, Specimen } from './specimens';

const open = (
  <TextLink href="#content" variant="strong">
    Öffnen
  </TextLink>
);
const points = [4, 9, 0, 3, 12, 6].map((value, index) => ({
  id: String(index),
  label: `${index + 1}.`,
  value,
  text: String(value),
}));

export const Feedback = () => (
  <>
    <Specimen name="Status">
      {(['neutral', 'active', 'good', 'bad'] as const).map((tone) => (
        <Status key={tone} tone={tone}>
          {tone}
        </Status>
      ))}
    </Specimen>
    <Specimen name="ProgressBar">
      <ProgressBar label="Training" fraction={0.62} />, <ProgressBar label="Training" />
    </Specimen>
    <Specimen name="BarChart">
      <BarChart title="Generationen" total="34" tableLabel="Als Tabelle" points={points} />
    </Specimen>
    <Specimen name="Notice">
      <Notice title="Ihre Portraits werden bald gelöscht" action={<Button variant="quiet">Öffnen</Button>}>
        Laden Sie herunter, was Sie behalten möchten.
      </Notice>
      <Notice tone="caution">Keine Verbindung.</Notice>
      <Notice tone="bad" title="Speichern fehlgeschlagen">
        Bitte versuchen Sie es erneut.
      </Notice>
    </Specimen>
    <Specimen name="EmptyState">
      <EmptyState title="Noch kein Profil" action={<Button>Profil erstellen</Button>}>
        Mit einem Profil entstehen Ihre ersten Portraits.
      </EmptyState>
      <EmptyState tone="bad" title="Nicht geladen" action={<Button>Erneut versuchen</Button>}>
        Prüfen Sie Ihre Verbindung.
      </EmptyState>
    </Specimen>
    <Specimen name="Skeleton, RowsSkeleton, VisuallyHidden">
      <VisuallyHidden>Wird geladen</VisuallyHidden>
      {(['heading', 'line', 'control', 'thumb', 'portrait'] as const).map((shape) => (
        <div key={shape} className="portrait">
          <Skeleton shape={shape} />
        </div>
      ))}
      <RowsSkeleton count={1} />
    </Specimen>
  </>
);

type Plan = { id: string; name: string; credits: number; priceRappen: number };
const columns: readonly TableColumn<Plan>[] = [
  { id: 'name', title: 'Abo', renderCell: ({ name }) => `Abo ${name}`, isSortable: true },
  {
    id: 'credits',
    title: 'Credits',
    renderCell: ({ credits }) => formatNumber(credits),
    isSortable: true,
    isNumeric: true,
  },
  { id: 'price', title: 'Preis im Monat', renderCell: ({ priceRappen }) => formatChf(priceRappen), isNumeric: true },
  { id: 'open', title: 'Handlung', renderCell: () => open, isTitleHidden: true, isNumeric: true },
];
/** The plans come by price, and so by credits. */
const sorted = ({ column, direction }: TableSort): Plan[] => {
  const ascending = facts.plans.toSorted((one, other) =>
    column === 'name' ? one.name.localeCompare(other.name) : one.credits - other.credits,
  );
  return direction === 'ascending' ? ascending : ascending.toReversed();
};

export const Lists = () => (
  <>
    <Specimen name="Rows, Row">
      <Rows label="Beispielzeilen">
        <Row
          picture={<Picture src="/previews/city-daylight-640.webp" alt="" />}
          title="Bewerbung 2027"
          detail="8 Portraits"
          status={<Status tone="good">Fertig</Status>}
          action={open}
        />
        <Row title="LinkedIn" status={<Status tone="active">Training</Status>} action={open} />
      </Rows>
    </Specimen>
    <Specimen name="Table">
      <Held<TableSort> start={{ column: 'credits', direction: 'ascending' }}>
        {(sort, onSortChange) => (
          <Table
            label="Abos, sortiert"
            columns={columns}
            rows={sorted(sort)}
            {...{ sort, onSortChange }}
            empty={null}
          />
        )}
      </Held>
      <Table label="Abos, leer" columns={columns} rows={[]} empty="Nichts gefunden." />
      <Table
        label="Abos, wird geladen"
        columns={columns}
        rows={[]}
        empty={null}
        loading={{ rows: 3, label: 'Wird geladen' }}
      />
    </Specimen>
    <Specimen name="Accordion">
      <Accordion
        level={4}
        open={['photos']}
        items={[
          { id: 'photos', title: 'Wie viele Fotos brauche ich?', content: 'Acht bis fünfzehn.' },
          { id: 'kept', title: 'Wie lange bleiben die Portraits?', content: 'Neunzig Tage.' },
          { id: 'closed', title: 'Nicht verfügbar', content: null, isDisabled: true },
        ]}
      />
    </Specimen>
    <Specimen name="ActBar">
      {/* Or it would lie at the foot of this page. */}
      <div style={{ contain: 'layout', minHeight: '4rem' }}>
        <ActBar standing="5 von 8 gut">
          <Button variant="primary">Training starten</Button>
        </ActBar>
      </div>
    </Specimen>
    <Specimen name="Column, Terms, Explained, Secret, QrCode">
      <Column>
        <Terms
          rows={[
            ['Abo', 'Starter'],
            ['Credits', '120'],
          ]}
        />
      </Column>
      <Explained title="Begriff" notes={['Abo', 'Preis']}>
        Credits
      </Explained>
      <Secret>K7QX-29MA-TB4E</Secret>
      <QrCode value="K7QX-29MA-TB4E" label="QR-Code" />
    </Specimen>
    <Specimen name="Picture, CornerToggle, Avatar, Initials">
      <Held start={true}>
        {(isSelected, onChange) => (
          <div className="portrait">
            <Picture src="/previews/office-640.webp" alt="Figur" />
            <CornerToggle icon="heart" selectedIcon="heart-filled" label="Favorit" {...{ isSelected, onChange }} />
          </div>
        )}
      </Held>
      <div className="portrait">
        <Picture src={null} alt="Figur" placeholder="Kein Bild" />
      </div>
      <Avatar src={null} name="Anna Muster" />
      <Initials name="Anna Muster" />
    </Specimen>
  </>
);

export const Ways = () => (
  <>
    <Specimen name="Tabs">
      <Held<'photos' | 'kept' | 'off'> start="photos">
        {(selected, onChange) => (
          <Tabs
            label="Häufige Fragen"
            {...{ selected, onChange }}
            items={[
              { id: 'photos', label: 'Fotos', content: 'Acht bis fünfzehn.' },
              { id: 'kept', label: 'Aufbewahrung', content: 'Neunzig Tage.' },
              { id: 'off', label: 'Nicht verfügbar', content: null, isDisabled: true },
            ]}
          />
        )}
      </Held>
    </Specimen>
    <Specimen name="Breadcrumbs">
      <Breadcrumbs label="Pfad" links={[{ id: 'home', link: <a href="/">Bildnis</a> }]} current="Komponenten" />
    </Specimen>
    <Specimen name="Pagination">
      {[1, 3].map((start) => (
        <Held key={start} start={start}>
          {(page, setPage) => (
            <Pagination
              label={`Seiten ab ${start}`}
              position={`Seite ${page} von 3`}
              previousLabel="Zurück"
              nextLabel="Weiter"
              onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
              onNext={page < 3 ? () => setPage(page + 1) : undefined}
            />
          )}
        </Held>
      ))}
    </Specimen>
  </>
);
