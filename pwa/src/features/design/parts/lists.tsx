import { useState } from 'react';
import { facts } from '~/lib/facts';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import {
  Accordion,
  Avatar,
  Column,
  Explained,
  Initials,
  Picture,
  Row,
  Rows,
  Secret,
  Status,
  Table,
  Terms,
  TextLink,
  type TableColumn,
  type TableSort,
} from '~/ui';
import QrCode from '~/ui/qr-code';
import { Specimen, State } from '../specimen';
import styles from './parts.module.css';

/** What lists and shows. */
export function Lists() {
  return (
    <>
      <RowLists />
      <Tables />
      <Answers />
      <TermLists />
      <Pictures />
    </>
  );
}

function RowLists() {
  const t = useText();
  const open = (
    <TextLink href="#lists" variant="strong">
      {t('design.sample.open')}
    </TextLink>
  );
  return (
    <Specimen name="Rows, Row" text="design.part.rows">
      <State name="rest" isWide>
        <Rows label={t('design.part.rowsLabel')}>
          <Row
            picture={<Picture src="/previews/city-daylight-640.webp" alt="" />}
            title={t('design.sample.profile')}
            detail={t('design.sample.portraits')}
            status={<Status tone="good">{t('design.sample.status.good')}</Status>}
            action={open}
          />
          <Row
            title={t('design.sample.profile')}
            detail={t('design.sample.progress')}
            status={<Status tone="active">{t('design.sample.status.active')}</Status>}
            action={open}
          />
        </Rows>
      </State>
    </Specimen>
  );
}

type Plan = { id: string; name: string; credits: number; priceRappen: number };

const PLANS: readonly Plan[] = facts.plans;

function Tables() {
  const t = useText();
  const [sort, setSort] = useState<TableSort>({ column: 'credits', direction: 'ascending' });
  const direction = sort.direction === 'ascending' ? 1 : -1;
  const rows = PLANS.toSorted(
    (one, other) =>
      direction * (sort.column === 'name' ? one.name.localeCompare(other.name, 'de-CH') : one.credits - other.credits),
  );
  const columns: readonly TableColumn<Plan>[] = [
    { id: 'name', title: t('design.sample.plan'), renderCell: ({ name }) => name, isSortable: true },
    {
      id: 'credits',
      title: t('design.sample.credits'),
      renderCell: ({ credits }) => formatNumber(credits),
      isSortable: true,
      isNumeric: true,
    },
    {
      id: 'price',
      title: t('design.sample.price'),
      renderCell: ({ priceRappen }) => formatChf(priceRappen),
      isNumeric: true,
    },
    {
      id: 'action',
      title: t('design.sample.action'),
      isTitleHidden: true,
      isNumeric: true,
      renderCell: ({ name }) => (
        <TextLink href="#lists" variant="strong" aria-label={t('design.sample.openNamed', { name })}>
          {t('design.sample.open')}
        </TextLink>
      ),
    },
  ];
  const label = (state: 'sorted' | 'empty' | 'loading') => `${t('design.sample.plans')}, ${t(`design.state.${state}`)}`;
  return (
    <Specimen name="Table" text="design.part.table">
      <State name="sorted" isWide>
        <Table label={label('sorted')} columns={columns} rows={rows} sort={sort} onSortChange={setSort} empty={null} />
      </State>
      <State name="empty" isWide>
        <Table label={label('empty')} columns={columns} rows={[]} empty={t('design.sample.nothingFound')} />
      </State>
      <State name="loading" isWide>
        <Table
          label={label('loading')}
          columns={columns}
          rows={[]}
          empty={null}
          loading={{ rows: 3, label: t('shell.loading') }}
        />
      </State>
    </Specimen>
  );
}

function Answers() {
  const t = useText();
  return (
    <Specimen name="Accordion" text="design.part.accordion">
      <State name="open" isWide>
        <Accordion
          level={4}
          open={['photos']}
          items={[
            { id: 'photos', title: t('design.sample.question.photos'), content: t('design.sample.answer.photos') },
            { id: 'kept', title: t('design.sample.question.kept'), content: t('design.sample.answer.kept') },
            { id: 'closed', title: t('design.state.disabled'), content: null, isDisabled: true },
          ]}
        />
      </State>
    </Specimen>
  );
}

function TermLists() {
  const t = useText();
  const [plan] = PLANS;
  return (
    <Specimen name="Terms, Secret, QrCode" text="design.part.terms">
      {plan ? (
        <State code="Column, Terms">
          <Column>
            <Terms
              rows={[
                [t('design.sample.plan'), plan.name],
                [t('design.sample.credits'), formatNumber(plan.credits)],
                [t('design.sample.price'), formatChf(plan.priceRappen)],
              ]}
            />
          </Column>
        </State>
      ) : null}
      <State code="Explained">
        <Explained title={t('design.part.terms')} notes={[t('design.sample.plan'), t('design.sample.price')]}>
          {t('design.sample.credits')}
        </Explained>
      </State>
      <State code="Secret">
        <Secret>{t('design.sample.code')}</Secret>
      </State>
      <State code="QrCode">
        <QrCode value={t('design.sample.code')} label={t('design.sample.qrCode')} />
      </State>
    </Specimen>
  );
}

function Pictures() {
  const t = useText();
  const name = t('design.sample.person');
  return (
    <Specimen name="Picture, Avatar, Initials" text="design.part.picture">
      <State name="rest">
        <div className={styles.portrait}>
          <Picture src="/previews/office-640.webp" alt={t('design.section.figure')} />
        </div>
      </State>
      <State name="failed">
        <div className={styles.portrait}>
          <Picture src={null} alt={t('design.section.figure')} placeholder={t('design.sample.noPicture')} />
        </div>
      </State>
      <State code="Avatar">
        <Avatar src={null} name={name} />
      </State>
      <State code="Initials">
        <Initials name={name} />
      </State>
    </Specimen>
  );
}
